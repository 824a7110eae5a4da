import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { AppWebhooksOf } from "@/app/(portal)/apps/[client_id]/app-webhooks-of"
import { AppView } from "@/app/(portal)/apps/[client_id]/app-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, requireAccount } from "@/app/current-account"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"

interface AppPageProps {
  params: Promise<{ client_id: string }>
}

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("OauthApps"))("title"),
  }
}

async function AppPage({ params }: AppPageProps) {
  const { client_id } = await params
  await requireAccount(`/apps/${client_id}`)
  const portal = await portalQueries()
  const { data: app } = await orNotFound(portal.oauthApps.get({ client_id }))
  const [clock] = await Promise.all([viewerTimeZone(), portal.oauthApps.get.prefetch({ client_id })])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["OauthApps", "Oauth", "Problems"]}>
        <AppView
          clientId={client_id}
          clock={clock}
          baseUrl={env.appUrl}
          webhooks={<AppWebhooksOf clientId={client_id} type={app.type} />}
        />
      </ClientMessages>
    </HydrateClient>
  )
}

export default AppPage
