import type { Metadata } from "next"
import Link from "next/link"
import { getLocale, getTranslations } from "next-intl/server"
import { readersClock } from "@/app/time-zone"
import { orNotFound, portal, requireVisitor } from "@/app/visitor"
import { formatTime } from "@/i18n/format"
import { env } from "@/platform/env"
import { Button, ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { InputField } from "@/ui/field"
import { PageHeading } from "@/ui/page-heading"
import { withQuery } from "@/ui/query-address"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("StaffAudit"))("title"),
})

const FILTERS = { actor: 254, action: 100, subject: 200 } as const
type Filter = keyof typeof FILTERS

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const AuditPage = async ({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) => {
  const asked = await searchParams
  const read = (name: Filter): string =>
    typeof asked[name] === "string" ? asked[name].replaceAll("\0", "").slice(0, FILTERS[name]) : ""
  const filters = { actor: read("actor"), action: read("action"), subject: read("subject") }
  const after = typeof asked.after === "string" && UUID.test(asked.after) ? asked.after : undefined
  await requireVisitor(withQuery("/staff/audit", { ...filters, after }))
  const caller = await portal()
  const [t, locale, clock, { data: entries, next }] = await Promise.all([
    getTranslations("StaffAudit"),
    getLocale(),
    readersClock(),
    orNotFound(caller.auditLog.list({ ...filters, after })),
  ])
  return (
    <ClientMessages namespaces={[]}>
      <PageHeading title={t("title")} lead={t("lead")} />
      <form role="search" action="/staff/audit" className="grid gap-3 sm:grid-cols-2">
        {(["actor", "action", "subject"] as const).map((name) => (
          <InputField
            key={name}
            label={t(name)}
            name={name}
            type="search"
            defaultValue={filters[name]}
            maxLength={FILTERS[name]}
            autoCapitalize="none"
            spellCheck={false}
          />
        ))}
        <div className="flex items-end gap-3">
          <Button type="submit" className="min-h-11">
            {t("filter")}
          </Button>
          <ButtonLink href="/staff/audit" look="quiet" className="min-h-11">
            {t("clear")}
          </ButtonLink>
        </div>
      </form>
      {entries.length === 0 ? (
        <EmptyState
          sentence={t("empty")}
          action={<ButtonLink href="/staff/audit">{t("clear")}</ButtonLink>}
          note={t("empty_note")}
          snippet={`${env.appUrl}/staff/audit?action=api_key.created`}
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
    </ClientMessages>
  )
}

export default AuditPage
