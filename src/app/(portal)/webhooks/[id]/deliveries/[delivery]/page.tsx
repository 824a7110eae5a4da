import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { getTranslations } from "next-intl/server"
import { DeliveryView } from "@/app/(portal)/webhooks/[id]/deliveries/[delivery]/delivery-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, orNull, requireAccount } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("Webhooks"))("deliveries"),
})

const DeliveryPage = async ({ params }: { params: Promise<{ id: string; delivery: string }> }) => {
  const { id: endpoint, delivery: id } = await params
  await requireAccount(`/webhooks/${endpoint}/deliveries/${id}`)
  const portal = await portalQueries()
  const { data: delivery } = await orNotFound(portal.webhookDeliveries.get({ id }))
  if (delivery.endpoint_id !== endpoint) notFound()
  const [clock] = await Promise.all([
    viewerTimeZone(),
    portal.webhookDeliveries.get.prefetch({ id }),
    portal.portalWebhookEndpoints.deleted.prefetch(),
    // A deleted endpoint still has deliveries.
    orNull(portal.webhookEndpoints.get.prefetch({ id: endpoint }), "not_found"),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["Webhooks", "Problems"]}>
        <DeliveryView id={endpoint} deliveryId={id} clock={clock} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default DeliveryPage
