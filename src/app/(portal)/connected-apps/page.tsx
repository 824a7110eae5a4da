import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { parseConnectedAppList, parseOpenApp } from "@/app/(portal)/connected-apps/connected-app-list"
import { ConnectedAppsView } from "@/app/(portal)/connected-apps/connected-apps-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { portalMode, requireAccount } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"
import { withQuery } from "@/ui/query-url"
import { tableQuery } from "@/ui/table/table-url"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("ConnectedApps"))("title"),
  }
}

async function ConnectedAppsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const params = await searchParams
  const [list, opened] = [parseConnectedAppList(params), parseOpenApp(params)]
  await requireAccount(withQuery("/connected-apps", { ...tableQuery(list), app: opened }))
  const portal = await portalQueries()
  const [timeZone, mode] = await Promise.all([viewerTimeZone(), portalMode(), portal.connectedApps.list.fetch()])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["ConnectedApps", "Oauth", "Pager", "Problems", "Table"]}>
        <ConnectedAppsView list={list} opened={opened} timeZone={timeZone} mode={mode} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default ConnectedAppsPage
