import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { HydrateClient, portalQueries } from "@/app/hydration"
import {
  cursorOf,
  filterOf,
  logAddress,
  momentOfAddress,
  requestOf,
  searchedId,
} from "@/app/(portal)/requests/log-address"
import { RequestsView } from "@/app/(portal)/requests/requests-view"
import { shownMode } from "@/app/(portal)/shown-mode"
import { readersClock } from "@/app/time-zone"
import { orNotFound, requireVisitor } from "@/app/visitor"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations("Requests"))("title") })

const RequestsPage = async ({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) => {
  const asked = await searchParams
  const clock = await readersClock()
  const { zone } = clock
  const address = filterOf(asked, zone)
  const [before, opened, id] = [cursorOf(asked), requestOf(asked), searchedId(asked)]
  await requireVisitor(logAddress(address, { before, request: opened, id }))
  const portal = await portalQueries()
  const { data: credentials } = await portal.requests.credentials()
  const mode = await shownMode(address.mode, credentials)
  const { key, from, until, ...rest } = { ...address, mode }
  const query = {
    ...rest,
    credential: key,
    from: momentOfAddress(from, zone)?.toISOString(),
    until: momentOfAddress(until, zone)?.toISOString(),
    before,
  }
  await Promise.all([
    id === undefined ? portal.requests.list.prefetch(query) : portal.requests.find.prefetch({ request_id: id }),
    opened !== undefined && orNotFound(portal.requests.get.prefetch({ id: opened })),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["Requests", "Problems"]}>
        <RequestsView
          address={address}
          mode={mode}
          query={query}
          id={id}
          opened={opened}
          credentials={credentials}
          clock={clock}
          baseUrl={env.appUrl}
        />
      </ClientMessages>
    </HydrateClient>
  )
}

export default RequestsPage
