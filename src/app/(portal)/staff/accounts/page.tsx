import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { accountsInput, parseAccountList } from "@/app/(portal)/staff/accounts/account-list"
import { AccountsList } from "@/app/(portal)/staff/accounts/accounts-list"
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
    title: (await getTranslations("StaffAccounts"))("title"),
  }
}

async function AccountsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const list = parseAccountList(await searchParams)
  await requireStaff(withQuery("/staff/accounts", tableQuery(list)))
  const [portal, timeZone] = await Promise.all([portalQueries(), viewerTimeZone()])
  const { meta } = await orNotFound(portal.staffAccounts.find.fetch(accountsInput(list, timeZone.zone)))
  redirectToLastPage("/staff/accounts", tableQuery(list), meta)
  return (
    <HydrateClient>
      <ClientMessages namespaces={["StaffAccounts", "Pager", "Problems", "Table"]}>
        <AccountsList list={list} timeZone={timeZone} baseUrl={env.appUrl} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default AccountsPage
