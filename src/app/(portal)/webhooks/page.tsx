import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { EndpointsView } from "@/app/(portal)/webhooks/endpoints-view"
import { LatestEvents } from "@/app/(portal)/webhooks/events/latest-events"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { requireAccount } from "@/app/current-account"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("Webhooks"))("title") }
}

async function WebhooksPage() {
  const account = await requireAccount("/webhooks")
  const portal = await portalQueries()
  const [timeZone] = await Promise.all([
    viewerTimeZone(),
    portal.webhookEndpoints.list.fetch({ per_page: 100 }),
    portal.portalWebhookEndpoints.deleted.fetch(),
    portal.portalWebhookDeliveries.counts.fetch(),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["Webhooks", "Table", "Unverified", "Problems"]}>
        <EndpointsView
          unverified={account.email_verified ? null : account.email}
          timeZone={timeZone}
          baseUrl={env.appUrl}
        >
          <LatestEvents timeZone={timeZone} />
        </EndpointsView>
      </ClientMessages>
    </HydrateClient>
  )
}

export default WebhooksPage
