"use client"

import { BackLink } from "@/ui/back-link"
import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { Section } from "@/ui/section"
import { LimitForm } from "@/app/(portal)/staff/accounts/[id]/limit-form"
import { LockForm } from "@/app/(portal)/staff/accounts/[id]/lock-form"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatAgo, formatDate, formatNumber, formatTime } from "@/i18n/format"
import { Badge, ModeBadge } from "@/ui/badge"
import { Notice } from "@/ui/notice"
import { PageHeading } from "@/ui/page-heading"
import { withQuery } from "@/ui/query-url"
import { trpc } from "@/ui/trpc"

/** Everything that staff see of an account. */
export function AccountView({ id, timeZone }: { id: string; timeZone: ViewerTimeZone }) {
  const t = useTranslations("StaffAccounts")
  const locale = useLocale()
  const [{ data: account }, { dataUpdatedAt }] = trpc.staffAccounts.get.useSuspenseQuery({ account: id })
  const now = new Date(dataUpdatedAt)
  const facts: [string, string][] = [
    [t("id"), account.id],
    [t("created"), formatDate(account.created_at, locale, timeZone)],
    [t("verified"), t(account.verified ? "yes" : "no")],
    [t("second_factor"), t(account.second_factor ? "yes" : "no")],
    [t("store"), account.store === null ? t("none") : account.store.name],
    [t("sessions"), formatNumber(account.sessions, locale)],
    [t("apps"), formatNumber(account.apps, locale)],
  ]
  return (
    <>
      <BackLink href="/staff/accounts">{t("title")}</BackLink>
      <PageHeading
        title={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 wrap-anywhere">{account.name}</span>
            {account.locked_at !== null && <Badge tone="danger">{t("locked")}</Badge>}
            {account.staff && <Badge tone="indigo">{t("staff")}</Badge>}
          </span>
        }
        lead={<span className="wrap-anywhere">{account.email}</span>}
      />
      <Section
        title={t("details")}
        aside={
          <Link href={withQuery("/staff/orders", { buyer: account.id })} prefetch={false} className="link text-sm">
            {t("orders")}
          </Link>
        }
      >
        <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm">
          {facts.map(([name, value]) => (
            <div key={name} className="min-w-0 first:col-span-2 sm:first:col-span-1">
              <dt className="text-xs text-muted">{name}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section title={t("keys")}>
        {account.keys.length === 0 ? (
          <p className="text-sm text-muted">{t("keys_empty")}</p>
        ) : (
          <ul className="divide-y divide-line">
            {account.keys.map((key) => (
              <li
                key={key.id}
                className="grid gap-3 py-4 first:pt-0 last:pb-0 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start"
              >
                <div className="min-w-0">
                  <p className="flex flex-wrap items-center gap-2">
                    <span className="font-medium wrap-anywhere">{key.name}</span>
                    <ModeBadge livemode={key.mode === "live"} />
                    <span className="font-mono text-xs text-muted">…{key.last_four}</span>
                  </p>
                  <p className="text-sm text-muted">
                    {t("per_minute", { limit: formatNumber(key.rate_limit, locale) })}
                    {key.rate_limit === key.default_rate_limit && ` (${t("default")})`} ·{" "}
                    {key.last_used_at === null ? (
                      t("never_used")
                    ) : (
                      <span title={formatTime(key.last_used_at, locale, timeZone)}>
                        {t("last_used", { when: formatAgo(key.last_used_at, locale, now) })}
                      </span>
                    )}
                  </p>
                </div>
                <details>
                  <summary className="w-fit rounded-lg text-sm text-link">
                    {t("limit")}
                    <span className="sr-only">: {key.name}</span>
                  </summary>
                  <div className="pt-3">
                    <LimitForm id={key.id} name={key.name} limit={key.rate_limit} usual={key.default_rate_limit} />
                  </div>
                </details>
              </li>
            ))}
          </ul>
        )}
      </Section>
      {account.own ? (
        <Notice tone="info">{t("own")}</Notice>
      ) : (
        <Section
          title={t(account.locked_at === null ? "lock_title" : "unlock_title")}
          lead={t(account.locked_at === null ? "lock_lead" : "unlock_lead")}
        >
          <LockForm account={account.id} locked={account.locked_at !== null} />
        </Section>
      )}
    </>
  )
}
