import { EditEndpoint } from "@/app/(portal)/webhooks/[id]/edit/edit-endpoint"
import { webhooksOwner } from "@/app/(portal)/webhooks/owner"
import { WebhooksOf } from "@/app/(portal)/webhooks/owner-context"
import { samplePayloads } from "@/app/(portal)/webhooks/sample-payloads"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { orNotFound, requireAccount } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"

/** The page that changes an endpoint. @param app the client ID of the app whose it is; null for the account */
export async function EditEndpointOf({ app, id }: { app: string | null; id: string }) {
  await requireAccount(`${webhooksOwner(app).path}/${id}/edit`)
  const portal = await orNotFound(portalQueries(app))
  await Promise.all([portal.stores.own.fetch(), orNotFound(portal.webhookEndpoints.get.fetch({ id }))])
  return (
    <HydrateClient app={app}>
      <ClientMessages namespaces={["Webhooks", "Problems"]}>
        <WebhooksOf app={app}>
          <EditEndpoint id={id} samples={samplePayloads(app)} />
        </WebhooksOf>
      </ClientMessages>
    </HydrateClient>
  )
}
