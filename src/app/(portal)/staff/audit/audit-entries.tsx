"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatTime } from "@/i18n/format"
import type { PortalInputs } from "@/ui/api"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { withQuery } from "@/ui/query-url"
import { trpc } from "@/ui/trpc"

interface AuditEntriesProps {
  filter: PortalInputs["auditLog"]["list"]
  /** Whether the filter leaves any entry out. */
  filtered: boolean
  clock: ViewerTimeZone
  baseUrl: string
}

/** The audit entries that match the filter. */
export function AuditEntries({ filter, filtered, clock, baseUrl }: AuditEntriesProps) {
  const t = useTranslations("StaffAudit")
  const locale = useLocale()
  const { after, ...filters } = filter
  const [{ data: entries, next }] = trpc.auditLog.list.useSuspenseQuery(filter)
  return (
    <>
      {entries.length === 0 ? (
        <EmptyState
          sentence={t(filtered ? "empty" : "empty_all")}
          action={filtered && <ButtonLink href="/staff/audit">{t("clear")}</ButtonLink>}
          note={t("empty_note")}
          snippet={`${baseUrl}/staff/audit?action=api_key.created`}
        />
      ) : (
        <ol className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
          {entries.map((entry) => (
            <li key={entry.id} className="grid gap-1 px-4 py-3 text-sm sm:px-5">
              <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                <Link href={withQuery("/staff/audit", { action: entry.action })} className="link font-mono font-medium">
                  {entry.action}
                </Link>
                <time dateTime={entry.created_at} className="text-muted tabular-nums">
                  {formatTime(entry.created_at, locale, clock)}
                </time>
              </div>
              <p className="wrap-anywhere">
                {entry.actor.id === null ? (
                  t("system")
                ) : (
                  <Link href={withQuery("/staff/audit", { actor: entry.actor.id })} className="link">
                    {entry.actor.email ?? entry.actor.id}
                  </Link>
                )}
                {entry.ip !== null && (
                  <span className="text-muted">
                    {" · "}
                    {t("from")} {entry.ip}
                  </span>
                )}
              </p>
              <details>
                <summary className="w-fit rounded py-1 text-muted hover:text-ink">{t("details")}</summary>
                <dl className="mt-1 grid gap-x-4 gap-y-1 rounded-lg bg-sunken px-3 py-2 font-mono text-xs wrap-anywhere sm:grid-cols-[auto_minmax(0,1fr)]">
                  <dt className="text-muted">{t("about")}</dt>
                  <dd>
                    <Link href={withQuery("/staff/audit", { subject: entry.subject })} className="link">
                      {entry.subject}
                    </Link>
                  </dd>
                  {entry.request_id !== null && (
                    <>
                      <dt className="text-muted">{t("request")}</dt>
                      <dd>{entry.request_id}</dd>
                    </>
                  )}
                  {Object.entries(entry.data).map(([name, value]) => (
                    <div key={name} className="contents">
                      <dt className="text-muted">{name}</dt>
                      <dd className="whitespace-pre-wrap">
                        {typeof value === "string" ? value : JSON.stringify(value)}
                      </dd>
                    </div>
                  ))}
                </dl>
              </details>
            </li>
          ))}
        </ol>
      )}
      <nav className="flex flex-wrap justify-between gap-3" aria-label={t("title")}>
        {after !== undefined && <ButtonLink href={withQuery("/staff/audit", filters)}>{t("newest")}</ButtonLink>}
        {next !== null && (
          <ButtonLink href={withQuery("/staff/audit", { ...filters, after: next })}>{t("older")}</ButtonLink>
        )}
      </nav>
    </>
  )
}
