import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { ConnectedAppsView } from "@/app/(portal)/connected-apps/connected-apps-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { portalMode, requireAccount } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("ConnectedApps"))("title"),
})

const ConnectedAppsPage = async () => {
  await requireAccount("/connected-apps")
  const portal = await portalQueries()
  const [clock, mode] = await Promise.all([viewerTimeZone(), portalMode(), portal.connectedApps.list.prefetch()])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["ConnectedApps", "Oauth", "Problems"]}>
        <ConnectedAppsView clock={clock} mode={mode} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default ConnectedAppsPage
