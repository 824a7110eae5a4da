import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { parseSynonymList, synonymsInput } from "@/app/(portal)/staff/synonyms/synonym-list"
import { SynonymsView } from "@/app/(portal)/staff/synonyms/synonyms-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { redirectToLastPage } from "@/app/last-page"
import { orNotFound, requireStaff } from "@/app/current-account"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { withQuery } from "@/ui/query-url"
import { tableQuery } from "@/ui/table/table-url"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("StaffSynonyms"))("title"),
  }
}

async function SynonymsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const list = parseSynonymList(await searchParams)
  await requireStaff(withQuery("/staff/synonyms", tableQuery(list)))
  const portal = await portalQueries()
  const { meta } = await orNotFound(portal.staffSynonyms.list.fetch(synonymsInput(list)))
  redirectToLastPage("/staff/synonyms", tableQuery(list), meta)
  return (
    <HydrateClient>
      <ClientMessages namespaces={["StaffSynonyms", "Pager", "Problems", "Table"]}>
        <SynonymsView list={list} baseUrl={env.appUrl} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default SynonymsPage
