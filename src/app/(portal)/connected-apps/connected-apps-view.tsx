"use client"

import { useTranslations } from "next-intl"
import { useConnectedAppColumns } from "@/app/(portal)/connected-apps/connected-app-columns"
import { type ConnectedAppList, listedApps, SEARCH_MAX } from "@/app/(portal)/connected-apps/connected-app-list"
import { ConnectedAppPane } from "@/app/(portal)/connected-apps/connected-app-pane"
import { RemoveAppsButton } from "@/app/(portal)/connected-apps/remove-app"
import type { Mode } from "@/domain/mode"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { ConnectedApp } from "@/features/connected-apps/schema"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import { withQuery } from "@/ui/query-url"
import { pageOfRows } from "@/ui/table/local-rows"
import { LocalTable } from "@/ui/table/local-table"
import { paneLinks } from "@/ui/table/pane-links"
import { WithPane } from "@/ui/table/row-pane"
import { tableQuery } from "@/ui/table/table-url"
import { ColumnMenu } from "@/ui/table/column-menu"
import { TableSearch } from "@/ui/table/table-search"
import { Toolbar, ToolbarEnd } from "@/ui/table/toolbar"
import { trpc } from "@/ui/trpc"

const PATH = "/connected-apps"

interface ConnectedAppsViewProps {
  list: ConnectedAppList
  /** The id of the app whose details are open. */
  opened: string | undefined
  timeZone: ViewerTimeZone
  mode: Mode
}

/** The apps that the account has authorized. */
export function ConnectedAppsView({ list, opened, timeZone, mode }: ConnectedAppsViewProps) {
  const t = useTranslations("ConnectedApps")
  const [{ data: apps }, { dataUpdatedAt: now }] = trpc.connectedApps.list.useSuspenseQuery()
  const sandbox = mode === "sandbox"
  const query = tableQuery(list)
  const common = { path: PATH, query }
  const found = listedApps(apps, list)
  const href = (app?: ConnectedApp): string => withQuery(PATH, { ...query, app: app?.id })
  const columns = useConnectedAppColumns({
    href,
    opened,
    livemode: !sandbox,
    timeZone,
    now,
  })
  const open = apps.find(({ id }) => id === opened)
  if (apps.length === 0)
    return (
      <>
        <PageHeading title={t("title")} lead={t(sandbox ? "lead_sandbox" : "lead")} />
        <EmptyState
          sentence={t(sandbox ? "empty_sandbox" : "empty")}
          note={t(sandbox ? "empty_note_sandbox" : "empty_note")}
          action={sandbox && <ButtonLink href="/apps">{t("empty_action_sandbox")}</ButtonLink>}
        />
      </>
    )
  return (
    <>
      <Toolbar title={t("title")}>
        <TableSearch {...common} label={t("search")} maxLength={SEARCH_MAX} />
        <ToolbarEnd>
          <ColumnMenu {...common} columns={columns} chosen={list.columns} />
        </ToolbarEnd>
      </Toolbar>
      {found.length === 0 && (
        <EmptyState sentence={t("empty_filtered")} action={<ButtonLink href={PATH}>{t("show_all")}</ButtonLink>} />
      )}
      {(found.length > 0 || open) && (
        <WithPane
          pane={
            open && (
              <ConnectedAppPane
                app={open}
                livemode={!sandbox}
                links={paneLinks(pageOfRows(found, list).shown, (app) => app === open, href)}
                timeZone={timeZone}
              />
            )
          }
        >
          {found.length > 0 && (
            <LocalTable
              {...common}
              list={list}
              caption={t(sandbox ? "lead_sandbox" : "lead")}
              rows={found}
              columns={columns}
              rowName={({ name }) => name}
              opened={open?.id}
              actions={(selected) => <RemoveAppsButton apps={selected} livemode={!sandbox} />}
            />
          )}
        </WithPane>
      )}
    </>
  )
}
