import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { AccountsList } from "@/app/(portal)/staff/accounts/accounts-list"
import { ACCOUNT_SEARCH_MAX } from "@/app/(portal)/staff/search-max"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, requireStaff } from "@/app/current-account"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { parsePage, withQuery } from "@/ui/query-url"
import { PAGE_SIZES, parsePageSize } from "@/ui/table/table-url"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("StaffAccounts"))("title"),
  }
}

async function AccountsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const params = await searchParams
  const q = typeof params.q === "string" ? params.q.replaceAll("\0", "").slice(0, ACCOUNT_SEARCH_MAX) : ""
  const [page, size] = [parsePage(params.page), parsePageSize(params)]
  await requireStaff(withQuery("/staff/accounts", { q, per_page: size === PAGE_SIZES[0] ? undefined : size, page }))
  const filter = { q, page, per_page: size }
  const portal = await portalQueries()
  const [timeZone] = await Promise.all([viewerTimeZone(), orNotFound(portal.staffAccounts.find.fetch(filter))])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["StaffAccounts", "Pager", "Table"]}>
        <AccountsList filter={filter} timeZone={timeZone} baseUrl={env.appUrl} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default AccountsPage
