import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { EditEndpoint } from "@/app/(portal)/webhooks/[id]/edit/edit-endpoint"
import { samplePayloads } from "@/app/(portal)/webhooks/sample-payloads"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { orNotFound, requireAccount } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("Webhooks"))("edit_title"),
})

const EditEndpointPage = async ({ params }: { params: Promise<{ id: string }> }) => {
  const { id } = await params
  await requireAccount(`/webhooks/${id}/edit`)
  const portal = await portalQueries()
  const [{ data: store }] = await Promise.all([
    portal.stores.own(),
    orNotFound(portal.webhookEndpoints.get.prefetch({ id })),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["Webhooks", "Problems"]}>
        <EditEndpoint id={id} samples={samplePayloads()} seller={store?.handles_orders ?? false} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default EditEndpointPage
