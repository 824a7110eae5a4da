import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { HydrateClient, portalQueries } from "@/app/hydration"
import {
  parseCursor,
  parseFilter,
  logInput,
  logUrl,
  parseRequestId,
  parseSearchedId,
} from "@/app/(portal)/requests/log-url"
import { RequestsView } from "@/app/(portal)/requests/requests-view"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, portal, portalMode, requireSession } from "@/app/current-account"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("Requests"))("title") }
}

async function RequestsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const params = await searchParams
  const timeZone = await viewerTimeZone()
  const { zone } = timeZone
  const address = parseFilter(params, zone)
  const [before, opened, id] = [parseCursor(params), parseRequestId(params), parseSearchedId(params)]
  await requireSession(logUrl(address, { before, request: opened, id }))
  const [caller, queries] = await Promise.all([portal(), portalQueries()])
  const query = logInput(address, zone, before)
  const [{ data: credentials }] = await Promise.all([
    caller.requestLog.credentials(),
    id === undefined ? queries.requests.list.fetch(query) : queries.requestLog.find.fetch({ request_id: id }),
    opened !== undefined && orNotFound(queries.requests.get.fetch({ id: opened })),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["Requests", "Problems", "Mode", "Table"]}>
        <RequestsView
          address={address}
          mode={await portalMode()}
          query={query}
          id={id}
          opened={opened}
          credentials={credentials}
          timeZone={timeZone}
          baseUrl={env.appUrl}
        />
      </ClientMessages>
    </HydrateClient>
  )
}

export default RequestsPage
