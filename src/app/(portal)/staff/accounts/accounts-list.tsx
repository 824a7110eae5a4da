"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatDate } from "@/i18n/format"
import type { PortalInputs } from "@/ui/api"
import { Badge } from "@/ui/badge"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { Pager } from "@/ui/pager"
import { withQuery } from "@/ui/query-url"
import { trpc } from "@/ui/trpc"

interface AccountsListProps {
  filter: PortalInputs["staffAccounts"]["find"]
  clock: ViewerTimeZone
  baseUrl: string
}

/** The accounts that match the search. */
export function AccountsList({ filter, clock, baseUrl }: AccountsListProps) {
  const t = useTranslations("StaffAccounts")
  const locale = useLocale()
  const [{ data: accounts, meta, similar }] = trpc.staffAccounts.find.useSuspenseQuery(filter)
  return (
    <>
      {similar && <p role="status">{t("similar")}</p>}
      {accounts.length === 0 ? (
        <EmptyState
          sentence={t("nothing_found")}
          action={<ButtonLink href="/staff/accounts">{t("show_all")}</ButtonLink>}
          note={t("nothing_note")}
          snippet={`${baseUrl}/sign-up`}
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
        href={(other) => withQuery("/staff/accounts", { ...filter, page: other })}
      />
    </>
  )
}
