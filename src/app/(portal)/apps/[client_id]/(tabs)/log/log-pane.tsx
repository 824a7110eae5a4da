"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { OauthLogEntry } from "@/features/oauth-apps/schema"
import { formatTime, pluralValues } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import { withQuery } from "@/ui/query-url"
import type { PaneLinks } from "@/ui/table/pane-links"
import { PaneDetail, PaneDetails, RowPane } from "@/ui/table/row-pane"

interface AppLogPaneProps {
  entry: OauthLogEntry
  /** The URL of the log without filters. */
  path: string
  links: PaneLinks
  timeZone: ViewerTimeZone
}

/** A refused request. Its reason, error and endpoint lead to all entries with the same. */
export function AppLogPane({ entry, path, links, timeZone }: AppLogPaneProps) {
  const t = useTranslations("OauthLog")
  const locale = useLocale()
  const { error, reason, endpoint, detail, person, grant, request_id: request, occurrences, created_at: at } = entry
  const link = (filter: Record<string, string>, text: string) => (
    <Link href={withQuery(path, filter)} prefetch={false} className="link">
      {text}
    </Link>
  )
  const mono = (text: string) => <span className="font-mono text-xs">{text}</span>
  return (
    <RowPane
      title={
        <>
          <span className="font-mono text-sm">{error}</span>
          {!entry.livemode && <Badge tone="marigold">{t("test")}</Badge>}
        </>
      }
      id={entry.id}
      links={links}
    >
      <div className="grid gap-1 text-sm">
        <p>{t(reason)}</p>
        <p>{link({ reason }, t("same_reason"))}</p>
      </div>
      <PaneDetails>
        <PaneDetail name={t("time")}>
          <time dateTime={at}>{formatTime(at, locale, timeZone)}</time>
          {occurrences > 1 && <p className="text-muted">{t("more", pluralValues(occurrences, locale))}</p>}
        </PaneDetail>
        <PaneDetail name={t("error")}>{link({ q: error }, error)}</PaneDetail>
        <PaneDetail name={t("endpoint")}>{link({ endpoint }, endpoint)}</PaneDetail>
        {detail !== null && <PaneDetail name={t("detail")}>{mono(detail)}</PaneDetail>}
        {person !== null && <PaneDetail name={t("person")}>{mono(person)}</PaneDetail>}
        {grant !== null && <PaneDetail name={t("grant")}>{mono(grant)}</PaneDetail>}
        <PaneDetail name={t("request")}>{mono(request)}</PaneDetail>
      </PaneDetails>
    </RowPane>
  )
}
