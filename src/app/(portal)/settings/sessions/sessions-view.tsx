"use client"

import { useTranslations } from "next-intl"
import { ActivityTable } from "@/app/(portal)/settings/sessions/activity-table"
import { RevokeOthersButton } from "@/app/(portal)/settings/sessions/revoke-others-button"
import { useSessionColumns } from "@/app/(portal)/settings/sessions/session-columns"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { ActionNotices } from "@/ui/action-notices"
import { PageHeading } from "@/ui/page-heading"
import { DataTable } from "@/ui/table/data-table"
import { trpc } from "@/ui/trpc"

const PATH = "/settings/sessions"

/** The account's sessions, and what was last done to it. */
export function SessionsView({ timeZone }: { timeZone: ViewerTimeZone }) {
  const t = useTranslations("Sessions")
  const [{ data: sessions }, { dataUpdatedAt: now }] = trpc.sessions.list.useSuspenseQuery()
  const columns = useSessionColumns({ timeZone, now })
  const others = sessions.filter(({ current }) => !current).length
  return (
    <ActionNotices>
      <PageHeading title={t("title")} lead={t("lead")}>
        {others > 0 && <RevokeOthersButton others={others} />}
      </PageHeading>
      <DataTable
        caption={t("title")}
        rows={sessions}
        columns={columns}
        rowId={({ id }) => id}
        chosen={undefined}
        sort={undefined}
        sortHref={() => PATH}
        rowAttributes={({ current }) => ({ "data-session": current ? "this" : "other" })}
      />
      {others === 0 && <p className="text-sm text-muted">{t("only")}</p>}
      <ActivityTable timeZone={timeZone} />
    </ActionNotices>
  )
}
