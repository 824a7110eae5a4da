import type { Metadata } from "next"
import Link from "next/link"
import { getLocale, getTranslations } from "next-intl/server"
import { readersClock } from "@/app/time-zone"
import { orNotFound, portal, requireVisitor } from "@/app/visitor"
import { formatDate } from "@/i18n/format"
import { env } from "@/platform/env"
import { Badge } from "@/ui/badge"
import { ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import { Pager } from "@/ui/pager"
import { pageOf, withQuery } from "@/ui/query-address"
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
  const asked = await searchParams
  const q = typeof asked.q === "string" ? asked.q.replaceAll("\0", "").slice(0, SEARCH_MAX) : ""
  const page = pageOf(asked.page)
  await requireVisitor(withQuery("/staff/accounts", { q, page }))
  const caller = await portal()
  const [t, locale, clock, { data: accounts, meta }] = await Promise.all([
    getTranslations("StaffAccounts"),
    getLocale(),
    readersClock(),
    orNotFound(caller.staffAccounts.find({ q, page })),
  ])
  return (
    <ClientMessages namespaces={[]}>
      <PageHeading title={t("title")} lead={t("lead")} />
      <SearchForm label={t("search")} submit={t("search_submit")} words={q} maxLength={SEARCH_MAX} literal />
      {accounts.length === 0 ? (
        <EmptyState
          sentence={t("nothing_found")}
          action={<ButtonLink href="/staff/accounts">{t("show_all")}</ButtonLink>}
          note={t("nothing_note")}
          snippet={`${env.appUrl}/sign-up`}
        />
      ) : (
        <ul className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
          {accounts.map((account) => (
            <li
              key={account.id}
              className="relative grid gap-0.5 px-4 py-3.5 first:rounded-t-2xl last:rounded-b-2xl hover:bg-sunken sm:px-5"
            >
              <div className="flex flex-wrap items-center gap-2">
                <Link
                  href={`/staff/accounts/${account.id}`}
                  className="font-medium wrap-anywhere after:absolute after:inset-0"
                >
                  {account.name}
                </Link>
                {account.locked_at !== null && <Badge tone="danger">{t("locked")}</Badge>}
                {account.staff && <Badge tone="indigo">{t("staff")}</Badge>}
                {!account.verified && <Badge>{t("unverified")}</Badge>}
              </div>
              <p className="text-sm text-muted wrap-anywhere">
                {account.email} · {t("since", { when: formatDate(account.created_at, locale, clock) })}
              </p>
            </li>
          ))}
        </ul>
      )}
      <Pager
        page={meta.page}
        last={meta.last_page}
        href={(other) => withQuery("/staff/accounts", { q, page: other })}
      />
    </ClientMessages>
  )
}

export default AccountsPage
