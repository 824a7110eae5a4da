import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { EditEndpoint } from "@/app/(portal)/webhooks/[id]/edit/edit-endpoint"
import { samples } from "@/app/(portal)/webhooks/samples"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { orNotFound, requireVisitor } from "@/app/visitor"
import { ClientMessages } from "@/ui/client-messages"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("Webhooks"))("edit_title"),
})

const EditEndpointPage = async ({ params }: { params: Promise<{ id: string }> }) => {
  const { id } = await params
  await requireVisitor(`/webhooks/${id}/edit`)
  const portal = await portalQueries()
  const [{ data: store }] = await Promise.all([
    portal.stores.own(),
    orNotFound(portal.webhookEndpoints.get.prefetch({ id })),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["Webhooks", "Problems"]}>
        <EditEndpoint id={id} samples={samples()} seller={store?.handles_orders ?? false} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default EditEndpointPage
