import type { Metadata } from "next"
import { notFound } from "next/navigation"
import { getTranslations } from "next-intl/server"
import { AppWebhooks } from "@/app/(portal)/apps/[client_id]/(tabs)/webhooks/app-webhooks"
import { appTabPath, appTabs } from "@/app/(portal)/apps/[client_id]/app-tab"
import { appMetadata, loadApp } from "@/app/(portal)/apps/[client_id]/load-app"
import { WebhooksOf } from "@/app/(portal)/webhooks/owner-context"
import { orNull, requireAccount } from "@/app/current-account"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { env } from "@/platform/env"
import { ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"

interface AppWebhooksPageProps {
  params: Promise<{ client_id: string }>
}

export async function generateMetadata({ params }: AppWebhooksPageProps): Promise<Metadata> {
  return appMetadata((await params).client_id, "webhooks")
}

/** The endpoints of an app itself. */
async function AppWebhooksPage({ params }: AppWebhooksPageProps) {
  const { client_id } = await params
  await requireAccount(`/apps/${client_id}/webhooks`)
  const { type } = await loadApp(client_id)
  if (!appTabs(type).includes("webhooks")) notFound()
  const portal = await orNull(portalQueries(client_id), "not_found")
  if (!portal) {
    // In the sandbox the endpoints are the test client's.
    const t = await getTranslations("OauthApps")
    return (
      <EmptyState
        sentence={t("webhooks_no_test_client")}
        action={
          <ButtonLink href={appTabPath(client_id, "test")} variant="primary">
            {t("test_create")}
          </ButtonLink>
        }
      />
    )
  }
  const [timeZone] = await Promise.all([
    viewerTimeZone(),
    portal.webhookEndpoints.list.fetch({ per_page: 100 }),
    portal.portalWebhookEndpoints.deleted.fetch(),
    portal.portalWebhookDeliveries.counts.fetch(),
  ])
  return (
    <HydrateClient app={client_id}>
      <ClientMessages namespaces={["Webhooks", "OauthApps", "Table", "Problems"]}>
        <WebhooksOf app={client_id}>
          <AppWebhooks timeZone={timeZone} baseUrl={env.appUrl} />
        </WebhooksOf>
      </ClientMessages>
    </HydrateClient>
  )
}

export default AppWebhooksPage
