import type { Metadata } from "next"
import { appLogInput, parseAppLogList, parseOpenEntry } from "@/app/(portal)/apps/[client_id]/(tabs)/log/log-list"
import { AppLogView } from "@/app/(portal)/apps/[client_id]/(tabs)/log/log-view"
import { appTabPath } from "@/app/(portal)/apps/[client_id]/app-tab"
import { appMetadata, loadApp } from "@/app/(portal)/apps/[client_id]/load-app"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, requireAccount } from "@/app/current-account"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { withQuery } from "@/ui/query-url"

interface LogPageProps {
  params: Promise<{ client_id: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export async function generateMetadata({ params }: LogPageProps): Promise<Metadata> {
  return appMetadata((await params).client_id, "log")
}

async function LogPage({ params, searchParams }: LogPageProps) {
  const [{ client_id }, requested] = await Promise.all([params, searchParams])
  const [list, opened] = [parseAppLogList(requested), parseOpenEntry(requested)]
  await requireAccount(withQuery(appTabPath(client_id, "log"), { ...list, entry: opened }))
  const { oauthApps } = await portalQueries()
  const [timeZone, app] = await Promise.all([
    viewerTimeZone(),
    loadApp(client_id),
    orNotFound(oauthApps.log.fetch(appLogInput(client_id, list))),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["OauthLog", "Table"]}>
        <AppLogView
          clientId={client_id}
          app={app.name}
          list={list}
          opened={opened}
          timeZone={timeZone}
          baseUrl={env.appUrl}
        />
      </ClientMessages>
    </HydrateClient>
  )
}

export default LogPage
