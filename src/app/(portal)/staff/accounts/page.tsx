import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { AccountsList } from "@/app/(portal)/staff/accounts/accounts-list"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, requireStaff } from "@/app/current-account"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { PageHeading } from "@/ui/page-heading"
import { parsePage, withQuery } from "@/ui/query-url"
import { SearchForm } from "@/ui/search-form"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("StaffAccounts"))("title"),
})

const SEARCH_MAX = 254

const AccountsPage = async ({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) => {
  const params = await searchParams
  const q = typeof params.q === "string" ? params.q.replaceAll("\0", "").slice(0, SEARCH_MAX) : ""
  const page = parsePage(params.page)
  await requireStaff(withQuery("/staff/accounts", { q, page }))
  const filter = { q, page }
  const portal = await portalQueries()
  const [t, clock] = await Promise.all([
    getTranslations("StaffAccounts"),
    viewerTimeZone(),
    orNotFound(portal.staffAccounts.find.prefetch(filter)),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["StaffAccounts", "Pager"]}>
        <PageHeading title={t("title")} lead={t("lead")} />
        <SearchForm label={t("search")} submit={t("search_submit")} query={q} maxLength={SEARCH_MAX} literal />
        <AccountsList filter={filter} clock={clock} baseUrl={env.appUrl} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default AccountsPage
