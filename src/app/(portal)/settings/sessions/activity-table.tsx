"use client"

import { useTranslations } from "next-intl"
import { PlainTable } from "@/app/(portal)/usage/plain-table"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { underscored } from "@/i18n/underscored"
import type { PortalOutputs } from "@/ui/api"
import { TableTime } from "@/ui/table/table-time"
import { trpc } from "@/ui/trpc"

type Activity = PortalOutputs["security"]["activity"]["data"][number]

/** What was last done to the account, its credentials and its connected apps. */
export function ActivityTable({ timeZone }: { timeZone: ViewerTimeZone }) {
  const t = useTranslations("Activity")
  const [{ data: activity }, { dataUpdatedAt: now }] = trpc.security.activity.useSuspenseQuery()
  const time = ({ created_at: at }: Activity) => <TableTime at={at} timeZone={timeZone} now={now} />
  const by = ({ by: actor, ip }: Activity) => (actor === "staff" ? t("by_staff") : ip)
  return (
    <section aria-labelledby="activity" className="grid min-w-0 gap-3">
      <h2 id="activity" className="text-lg font-semibold">
        {t("title")}
      </h2>
      {activity.length === 0 ? (
        <p className="text-sm text-muted">{t("empty")}</p>
      ) : (
        <PlainTable
          caption={t("title")}
          rows={activity}
          rowId={({ id }) => id}
          columns={[
            {
              id: "action",
              header: t("action"),
              flexible: true,
              cell: ({ action, name }) => (
                <>
                  {t(underscored(action))}
                  {name !== null && <span className="text-muted"> · {name}</span>}
                </>
              ),
              below: (entry) => (
                <>
                  {time(entry)} {by(entry) !== null && <> · {by(entry)}</>}
                </>
              ),
            },
            {
              id: "ip",
              header: t("from"),
              from: "sm",
              cell: (entry) => <span className="tabular-nums">{by(entry)}</span>,
            },
            { id: "time", header: t("time"), align: "right", from: "sm", cell: time },
          ]}
        />
      )}
    </section>
  )
}
