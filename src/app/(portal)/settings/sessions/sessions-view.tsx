"use client"

import { useLocale, useTranslations } from "next-intl"
import { parseUserAgent } from "@/app/(portal)/settings/sessions/parse-user-agent"
import { RevokeOthersButton } from "@/app/(portal)/settings/sessions/revoke-others-button"
import { RevokeSessionButton } from "@/app/(portal)/settings/sessions/revoke-session-button"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatAgo, formatTime } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import { PageHeading } from "@/ui/page-heading"
import { trpc } from "@/ui/trpc"

/** The account's sessions. */
export function SessionsView({ timeZone }: { timeZone: ViewerTimeZone }) {
  const t = useTranslations("Sessions")
  const locale = useLocale()
  const [{ data: sessions }, { dataUpdatedAt }] = trpc.sessions.list.useSuspenseQuery()
  const now = new Date(dataUpdatedAt)
  const others = sessions.filter(({ current }) => !current).length
  const named = (userAgent: string | null): string => {
    const found = parseUserAgent(userAgent)
    if (!found) return t("unknown")
    return found.system ? t("on", { browser: found.browser, system: found.system }) : found.browser
  }
  return (
    <>
      <PageHeading title={t("title")} lead={t("lead")}>
        <RevokeOthersButton others={others} />
      </PageHeading>
      <ul className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
        {sessions.map(({ id, current, user_agent, ip, created_at, last_seen_at }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-3 px-4 py-4 sm:px-5"
            data-session={current ? "this" : "other"}
          >
            <div className="grid min-w-0 gap-0.5">
              <div className="flex flex-wrap items-center gap-2">
                <h2 className="font-medium">{named(user_agent)}</h2>
                {current && <Badge tone="neem">{t("this")}</Badge>}
              </div>
              <p className="text-sm text-muted">
                {t("last_seen", { when: formatAgo(last_seen_at, locale, now) })}
                {ip !== null && ` ${t("from", { ip })}`}
              </p>
              <p className="text-xs text-muted">{t("since", { when: formatTime(created_at, locale, timeZone) })}</p>
            </div>
            {!current && (
              <RevokeSessionButton
                id={id}
                label={t("revoke_name", { browser: named(user_agent), when: formatAgo(last_seen_at, locale, now) })}
              />
            )}
          </li>
        ))}
      </ul>
      {others === 0 && <p className="text-sm text-muted">{t("only")}</p>}
    </>
  )
}
