import type { Metadata } from "next"
import { getLocale, getTranslations } from "next-intl/server"
import { appTabPath } from "@/app/(portal)/apps/[client_id]/app-tab"
import { appMetadata, loadApp } from "@/app/(portal)/apps/[client_id]/load-app"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, portal, requireAccount } from "@/app/current-account"
import { UUID_PATTERN } from "@/domain/uuid"
import { pluralValues, formatTime } from "@/i18n/format"
import { env } from "@/platform/env"
import { Badge } from "@/ui/badge"
import { ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { withQuery } from "@/ui/query-url"

interface LogPageProps {
  params: Promise<{ client_id: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export async function generateMetadata({ params }: LogPageProps): Promise<Metadata> {
  return appMetadata((await params).client_id, "log")
}

async function LogPage({ params, searchParams }: LogPageProps) {
  const [{ client_id }, requested] = await Promise.all([params, searchParams])
  const after = typeof requested.after === "string" && UUID_PATTERN.test(requested.after) ? requested.after : undefined
  const path = `/apps/${client_id}/log`
  await requireAccount(withQuery(path, { after }))
  const caller = await portal()
  const [t, locale, timeZone, app, { data: entries, next }] = await Promise.all([
    getTranslations("OauthLog"),
    getLocale(),
    viewerTimeZone(),
    loadApp(client_id),
    orNotFound(caller.oauthApps.log({ client_id, after })),
  ])
  const example = `curl ${env.appUrl}/oauth/token -u ${client_id}:haat_cs_… -d grant_type=authorization_code -d code=haat_ac_…`
  return (
    <ClientMessages namespaces={[]}>
      <div className="grid gap-1">
        <h2 className="text-lg font-semibold">{t("title")}</h2>
        <p className="max-w-3xl text-sm text-muted">{t("lead", { app: app.name })}</p>
      </div>
      {entries.length === 0 ? (
        <EmptyState
          sentence={t("empty")}
          action={
            <ButtonLink href={appTabPath(client_id, "test")} variant="primary">
              {t("try")}
            </ButtonLink>
          }
          note={t("empty_note")}
          snippet={example}
        />
      ) : (
        <ol className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
          {entries.map((entry) => {
            const facts = [
              [t("detail"), entry.detail],
              [t("person"), entry.person],
              [t("grant"), entry.grant],
              [t("request"), entry.request_id],
            ] as const
            return (
              <li key={entry.id} className="grid gap-1 px-4 py-3 text-sm sm:px-5">
                <div className="flex flex-wrap items-baseline justify-between gap-x-4">
                  <span className="min-w-0 font-mono wrap-anywhere">
                    <span className="font-medium">{entry.error}</span>{" "}
                    <span className="text-muted">{entry.endpoint}</span>{" "}
                    {!entry.livemode && <Badge tone="marigold">{t("test")}</Badge>}
                  </span>
                  <time dateTime={entry.created_at} className="text-muted tabular-nums">
                    {formatTime(entry.created_at, locale, timeZone)}
                  </time>
                </div>
                <p className="max-w-prose">
                  {t(entry.reason)}{" "}
                  {entry.occurrences > 1 && (
                    <span className="text-muted">{t("more", pluralValues(entry.occurrences, locale))}</span>
                  )}
                </p>
                <dl className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted wrap-anywhere">
                  {facts.map(
                    ([name, value]) =>
                      value !== null && (
                        <div key={name} className="flex flex-wrap gap-x-1">
                          <dt>{name}:</dt>
                          <dd className="font-mono">{value}</dd>
                        </div>
                      ),
                  )}
                </dl>
              </li>
            )
          })}
        </ol>
      )}
      <nav className="flex flex-wrap justify-between gap-3 empty:hidden" aria-label={t("title")}>
        {after !== undefined && <ButtonLink href={path}>{t("newest")}</ButtonLink>}
        {next !== null && <ButtonLink href={withQuery(path, { after: next })}>{t("older")}</ButtonLink>}
      </nav>
    </ClientMessages>
  )
}

export default LogPage
