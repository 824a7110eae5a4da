"use client"

import { useLocale, useTranslations } from "next-intl"
import { parseUserAgent } from "@/app/(portal)/settings/sessions/parse-user-agent"
import { RevokeSessionButton } from "@/app/(portal)/settings/sessions/revoke-session-button"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatAgo } from "@/i18n/format"
import type { PortalOutputs } from "@/ui/api"
import { Badge } from "@/ui/badge"
import type { TableColumn } from "@/ui/table/column"
import { LastUsed } from "@/ui/table/last-used"
import { TableTime } from "@/ui/table/table-time"

export type Session = PortalOutputs["sessions"]["list"]["data"][number]

interface SessionColumnsOptions {
  timeZone: ViewerTimeZone
  /** When the sessions were read, in milliseconds. */
  now: number
}

/** The columns of the table of an account's sessions. */
export function useSessionColumns({ timeZone, now }: SessionColumnsOptions): TableColumn<Session>[] {
  const t = useTranslations("Sessions")
  const locale = useLocale()
  const device = ({ user_agent: userAgent }: Session): string => {
    const found = parseUserAgent(userAgent)
    if (!found) return t("unknown")
    return found.system ? t("on", { browser: found.browser, system: found.system }) : found.browser
  }
  const lastUsed = ({ last_seen_at: at }: Session) => <LastUsed at={at} timeZone={timeZone} now={now} />
  return [
    {
      id: "device",
      header: t("device"),
      flexible: true,
      cell: (session) => (
        <>
          <span className="font-medium" title={session.user_agent ?? undefined}>
            {device(session)}
          </span>{" "}
          {session.current && <Badge tone="neem">{t("this")}</Badge>}
        </>
      ),
      below: (session) => (
        <>
          {lastUsed(session)}
          {session.ip !== null && ` · ${session.ip}`}
        </>
      ),
    },
    {
      id: "ip",
      header: t("ip"),
      from: "sm",
      cell: ({ ip }) => <span className="tabular-nums">{ip}</span>,
    },
    {
      id: "signed_in",
      header: t("signed_in"),
      from: "sm",
      align: "right",
      cell: ({ created_at: at }) => <TableTime at={at} timeZone={timeZone} now={now} />,
    },
    { id: "last_used", header: t("last_used"), from: "sm", align: "right", cell: lastUsed },
    {
      id: "actions",
      header: t("actions"),
      headerHidden: true,
      align: "right",
      cell: (session) =>
        !session.current && (
          <RevokeSessionButton
            id={session.id}
            name={t("revoke_name", {
              browser: device(session),
              when: formatAgo(session.last_seen_at, locale, new Date(now)),
            })}
          />
        ),
    },
  ]
}
