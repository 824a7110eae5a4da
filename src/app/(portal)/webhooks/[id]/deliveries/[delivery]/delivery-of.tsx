import { notFound } from "next/navigation"
import { DeliveryView } from "@/app/(portal)/webhooks/[id]/deliveries/[delivery]/delivery-view"
import { webhooksOwner } from "@/app/(portal)/webhooks/owner"
import { WebhooksOf } from "@/app/(portal)/webhooks/owner-context"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, orNull, requireAccount } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"

/** The page of a delivery. @param app the client ID of the app whose it is; null for the account */
export async function DeliveryOf({ app, endpoint, id }: { app: string | null; endpoint: string; id: string }) {
  await requireAccount(`${webhooksOwner(app).path}/${endpoint}/deliveries/${id}`)
  const portal = await orNotFound(portalQueries(app))
  const { data: delivery } = await orNotFound(portal.webhookDeliveries.get.fetch({ id }))
  if (delivery.endpoint_id !== endpoint) notFound()
  const [timeZone] = await Promise.all([
    viewerTimeZone(),
    portal.portalWebhookEndpoints.deleted.fetch(),
    // A deleted endpoint still has deliveries.
    orNull(portal.webhookEndpoints.get.fetch({ id: endpoint }), "not_found"),
  ])
  return (
    <HydrateClient app={app}>
      <ClientMessages namespaces={["Webhooks", "Problems"]}>
        <WebhooksOf app={app}>
          <DeliveryView id={endpoint} deliveryId={id} timeZone={timeZone} />
        </WebhooksOf>
      </ClientMessages>
    </HydrateClient>
  )
}
