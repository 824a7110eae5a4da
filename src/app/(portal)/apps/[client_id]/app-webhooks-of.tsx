import { getTranslations } from "next-intl/server"
import { AppWebhooks } from "@/app/(portal)/apps/[client_id]/app-webhooks"
import { WebhooksOf } from "@/app/(portal)/webhooks/owner-context"
import { orNull, portalMode } from "@/app/current-account"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { ClientMessages } from "@/ui/client-messages"

/** The endpoints of an app itself; without a client that can have any, why. */
export async function AppWebhooksOf({ clientId, type }: { clientId: string; type: "public" | "confidential" }) {
  const portal = await orNull(portalQueries(clientId), "not_found")
  const t = await getTranslations("OauthApps")
  if (!portal) {
    const sandbox = type === "confidential" && (await portalMode()) === "sandbox"
    return <p className="text-sm text-muted">{t(sandbox ? "webhooks_no_test_client" : "webhooks_public")}</p>
  }
  const [clock] = await Promise.all([
    viewerTimeZone(),
    portal.webhookEndpoints.list.prefetch({ per_page: 100 }),
    portal.portalWebhookEndpoints.deleted.prefetch(),
    portal.portalWebhookDeliveries.attempts.prefetch(),
  ])
  return (
    <HydrateClient app={clientId}>
      <ClientMessages namespaces={["Webhooks", "Problems"]}>
        <WebhooksOf app={clientId}>
          <AppWebhooks clock={clock} />
        </WebhooksOf>
      </ClientMessages>
    </HydrateClient>
  )
}
