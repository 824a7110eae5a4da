"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { type AuditEntry, useActorName } from "@/app/(portal)/staff/audit/audit-columns"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatTime } from "@/i18n/format"
import { withQuery } from "@/ui/query-url"
import type { PaneLinks } from "@/ui/table/pane-links"
import { PaneDetail, PaneDetails, RowPane } from "@/ui/table/row-pane"

interface AuditPaneProps {
  entry: AuditEntry
  links: PaneLinks
  timeZone: ViewerTimeZone
}

/** An audit entry with its data. Its action, actor and subject lead to all entries with the same. */
export function AuditPane({ entry, links, timeZone }: AuditPaneProps) {
  const t = useTranslations("StaffAudit")
  const locale = useLocale()
  const actorName = useActorName()
  const { action, actor, subject, subject_name: subjectName, ip, request_id: request, data, created_at: at } = entry
  const link = (filter: Record<string, string>, text: string) => (
    <Link href={withQuery("/staff/audit", filter)} prefetch={false} className="link">
      {text}
    </Link>
  )
  return (
    <RowPane id={entry.id} title={<span className="font-mono text-sm">{action}</span>} links={links}>
      <PaneDetails>
        <PaneDetail name={t("time")}>
          <time dateTime={at}>{formatTime(at, locale, timeZone)}</time>
        </PaneDetail>
        <PaneDetail name={t("action")}>{link({ action }, action)}</PaneDetail>
        <PaneDetail name={t("actor")}>
          {actor.id === null ? actorName(actor) : link({ actor: actor.id }, actorName(actor))}
        </PaneDetail>
        <PaneDetail name={t("subject")}>
          {subjectName} {link({ subject }, subject)}
        </PaneDetail>
        {ip !== null && <PaneDetail name={t("from")}>{ip}</PaneDetail>}
        {request !== null && <PaneDetail name={t("request")}>{link({ subject: request }, request)}</PaneDetail>}
      </PaneDetails>
      {Object.keys(data).length > 0 && (
        <dl className="grid gap-2 rounded-lg bg-sunken px-3 py-2 font-mono text-xs wrap-anywhere">
          {Object.entries(data).map(([name, value]) => (
            <div key={name}>
              <dt className="text-muted">{name}</dt>
              <dd className="whitespace-pre-wrap">{typeof value === "string" ? value : JSON.stringify(value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </RowPane>
  )
}
