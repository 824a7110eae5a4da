import type { Metadata } from "next"
import { redirect } from "next/navigation"
import { getTranslations } from "next-intl/server"
import { parsePeopleList } from "@/app/(portal)/store/people/people-list"
import { PeopleView } from "@/app/(portal)/store/people/people-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, portal, portalMode, requireAccount } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"
import { withQuery } from "@/ui/query-url"
import { RefreshAfterMutations } from "@/ui/refresh-after-mutations"
import { tableQuery } from "@/ui/table/table-url"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("StorePeople"))("title"),
  }
}

async function PeoplePage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const renderedAt = Date.now()
  const list = parsePeopleList(await searchParams)
  await requireAccount(withQuery("/store/people", tableQuery(list)))
  const [caller, queries] = await Promise.all([portal(), portalQueries()])
  const { data: store } = await caller.stores.own()
  if (!store) redirect("/store")
  const [timeZone, mode] = await Promise.all([
    viewerTimeZone(),
    portalMode(),
    orNotFound(queries.stores.people.fetch()),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["StorePeople", "Pager", "Problems", "Table"]}>
        <RefreshAfterMutations renderedAt={renderedAt} />
        <PeopleView
          list={list}
          store={store.name}
          approved={store.status === "approved"}
          sandbox={mode === "sandbox"}
          timeZone={timeZone}
        />
      </ClientMessages>
    </HydrateClient>
  )
}

export default PeoplePage
