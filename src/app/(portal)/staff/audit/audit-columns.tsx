"use client"

import Link from "next/link"
import { useTranslations } from "next-intl"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { PortalOutputs } from "@/ui/api"
import type { TableColumn } from "@/ui/table/column"
import { TableTime } from "@/ui/table/table-time"

export type AuditEntry = PortalOutputs["auditLog"]["list"]["data"][number]

interface AuditColumnsOptions {
  /** The URL of the list with an entry's details. */
  href: (entry: AuditEntry) => string
  opened: string | undefined
  timeZone: ViewerTimeZone
  /** When the entries were read, in milliseconds. */
  now: number
}

/** Who has made a change: an email address, the id of a deleted account, or the system. */
export function useActorName(): (actor: AuditEntry["actor"]) => string {
  const t = useTranslations("StaffAudit")
  return ({ id, email }) => email ?? id ?? t("system")
}

/** The columns of the table of audit entries. */
export function useAuditColumns({ href, opened, timeZone, now }: AuditColumnsOptions): TableColumn<AuditEntry>[] {
  const t = useTranslations("StaffAudit")
  const actorName = useActorName()
  return [
    {
      id: "time",
      header: t("time"),
      cell: ({ created_at: at }) => <TableTime at={at} timeZone={timeZone} now={now} />,
      from: "sm",
    },
    {
      id: "action",
      header: t("action"),
      cell: (entry) => (
        <Link
          href={href(entry)}
          scroll={false}
          prefetch={false}
          aria-current={entry.id === opened ? "true" : undefined}
          className="inline-block pt-1.5 font-mono text-xs font-medium @xl:pt-0 after:absolute after:inset-0 hover:underline"
        >
          {entry.action}
        </Link>
      ),
      below: (entry) => (
        <>
          <TableTime at={entry.created_at} timeZone={timeZone} now={now} /> · {actorName(entry.actor)}
          <span className="block truncate pb-1.5">
            {entry.subject_name ?? <span className="font-mono text-xs">{entry.subject}</span>}
          </span>
        </>
      ),
      flexibleWhenNarrow: true,
    },
    { id: "actor", header: t("actor"), cell: ({ actor }) => actorName(actor), from: "sm" },
    {
      id: "subject",
      header: t("subject"),
      cell: ({ subject, subject_name: name }) => (
        <>
          {name} <span className="font-mono text-xs text-muted">{subject}</span>
        </>
      ),
      flexible: true,
      from: "md",
    },
    {
      id: "ip",
      header: t("from"),
      cell: ({ ip }) => <span className="text-muted tabular-nums">{ip}</span>,
      align: "right",
      from: "lg",
    },
  ]
}
