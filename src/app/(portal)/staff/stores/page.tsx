import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { parseOpenStore, parseStoreList, storesInput } from "@/app/(portal)/staff/stores/store-list"
import { StoresView } from "@/app/(portal)/staff/stores/stores-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { redirectToLastPage } from "@/app/last-page"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, requireStaff } from "@/app/current-account"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { withQuery } from "@/ui/query-url"
import { tableQuery } from "@/ui/table/table-url"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("StaffStores"))("title"),
  }
}

async function StoresPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const params = await searchParams
  const [list, opened] = [parseStoreList(params), parseOpenStore(params)]
  await requireStaff(withQuery("/staff/stores", { ...tableQuery(list), store: opened }))
  const portal = await portalQueries()
  const [timeZone] = await Promise.all([
    viewerTimeZone(),
    orNotFound(portal.staffStores.list.fetch(storesInput(list))).then(({ meta }) =>
      redirectToLastPage("/staff/stores", tableQuery(list), meta),
    ),
    ...(opened === undefined ? [] : [orNotFound(portal.staffStores.get.fetch({ store: opened }))]),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["StaffStores", "Pager", "Problems", "Table"]}>
        <StoresView list={list} opened={opened} timeZone={timeZone} baseUrl={env.appUrl} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default StoresPage
