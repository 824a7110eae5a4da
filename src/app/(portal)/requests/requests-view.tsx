"use client"

import { useLocale, useTranslations } from "next-intl"
import { FindForm } from "@/app/(portal)/requests/find-form"
import { useLogColumns } from "@/app/(portal)/requests/log-columns"
import { LogFilters } from "@/app/(portal)/requests/log-filters"
import { type LogFilter, logUrl } from "@/app/(portal)/requests/log-url"
import { RequestPane } from "@/app/(portal)/requests/request-pane"
import { useLiveLog } from "@/app/(portal)/requests/use-live-log"
import { type Mode, otherMode } from "@/domain/mode"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { RequestCredential } from "@/features/requests/schema"
import { formatSecond } from "@/i18n/format"
import type { PortalInputs } from "@/ui/api"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { Notice } from "@/ui/notice"
import { withQuery } from "@/ui/query-url"
import { DataTable } from "@/ui/table/data-table"
import { paneLinks } from "@/ui/table/pane-links"
import { WithPane } from "@/ui/table/row-pane"
import { ExportLink, Toolbar, ToolbarEnd } from "@/ui/table/toolbar"
import { trpc } from "@/ui/trpc"

interface RequestsViewProps {
  /** The filters as in the URL. */
  address: LogFilter
  mode: Mode
  /** The input of the log's query. */
  query: PortalInputs["requests"]["list"]
  /** The request id to find, instead of the log. */
  id: string | undefined
  /** The request whose details are open. */
  opened: string | undefined
  credentials: RequestCredential[]
  timeZone: ViewerTimeZone
  baseUrl: string
}

/** The log of requests, or the result of a search by id. */
export function RequestsView({
  address,
  mode,
  query,
  id,
  opened,
  credentials: known,
  timeZone,
  baseUrl,
}: RequestsViewProps) {
  const t = useTranslations("Requests")
  const modes = useTranslations("Mode")
  const locale = useLocale()
  const { data: credentials } = trpc.requestLog.credentials.useQuery(undefined, {
    initialData: { data: known },
    select: ({ data }) => data,
  })
  const log = trpc.requests.list.useQuery(query, { enabled: id === undefined }).data
  const search = trpc.requestLog.find.useQuery({ request_id: id ?? "" }, { enabled: id !== undefined }).data
  const detail = trpc.requests.get.useQuery({ id: opened ?? "" }, { enabled: opened !== undefined }).data
  const page = id === undefined ? log : search && { data: search.data, meta: { next: null, searched_to: null } }
  const { before } = query
  const { key, until, status, method, path, code } = address
  const newest = id === undefined && before === undefined && until === undefined
  const names = Object.fromEntries(credentials.map((credential) => [credential.id, credential.name]))
  const here = (request?: string): string => logUrl(address, { before, id, request })
  const columns = useLogColumns({ names, href: (request) => here(request.id), opened, timeZone })
  const live = useLiveLog({
    live: newest ? withQuery("", { mode, status, method, path, code, credential: key }).slice(1) : null,
    shown: page?.data ?? [],
    names,
  })
  if (!page) return null
  const filtered = Object.values(address).some((value) => value !== undefined)
  const isFresh = new Set(live.fresh.map((request) => request.id))
  const rows = [...live.fresh, ...page.data]
  return (
    <>
      <Toolbar title={t("title")}>
        <FindForm id={id} />
        {id === undefined && (
          <ToolbarEnd>
            {live.button}
            <ExportLink href={withQuery("/requests/export", { ...address, mode })} />
          </ToolbarEnd>
        )}
        {/* In a line of their own, so that the table keeps its place when one is set. */}
        {id === undefined && (
          <div className="flex basis-full flex-wrap items-center gap-2">
            <LogFilters filter={address} credentials={credentials} timeZone={timeZone} />
            {filtered && page.data.length > 0 && (
              <ButtonLink href={logUrl({})} variant="quiet" className="min-h-9!">
                {t("reset")}
              </ButtonLink>
            )}
          </div>
        )}
      </Toolbar>
      {live.status}
      {id !== undefined && (
        <div role="status" className="flex flex-wrap items-center justify-between gap-3">
          {page.data.length === 0 ? (
            <Notice tone="warning">
              {t("find_none", { id })}{" "}
              <a href={withQuery("/requests", { id, mode: otherMode(mode) })} className="link">
                {modes(`view_${otherMode(mode)}`)}
              </a>
            </Notice>
          ) : (
            <h2 className="font-semibold wrap-anywhere">{t("find_found", { id })}</h2>
          )}
          <ButtonLink href={logUrl({})}>{t("find_clear")}</ButtonLink>
        </div>
      )}
      <WithPane
        pane={
          detail && (
            <RequestPane
              request={detail.data}
              links={paneLinks(
                rows,
                ({ id: row }) => row === opened,
                (request) => here(request?.id),
              )}
              timeZone={timeZone}
              baseUrl={baseUrl}
            />
          )
        }
      >
        {rows.length > 0 && (
          <DataTable
            caption={t("list")}
            rows={rows}
            columns={columns}
            rowId={(request) => request.id}
            chosen={undefined}
            sort={undefined}
            sortHref={() => logUrl(address)}
            opened={opened}
            rowAttributes={(request) => ({ "data-fresh": isFresh.has(request.id) ? "true" : undefined })}
          />
        )}
        {rows.length === 0 && id === undefined && (
          <EmptyLog
            filtered={filtered || before !== undefined}
            clear={logUrl({})}
            live={newest && !filtered}
            baseUrl={baseUrl}
          />
        )}
        {(page.meta.searched_to !== null || page.meta.next !== null || before !== undefined) && (
          <nav aria-label={t("older")} className="flex flex-wrap items-center justify-between gap-3">
            <span className="text-sm text-muted">
              {page.meta.searched_to !== null &&
                t("searched", { time: formatSecond(page.meta.searched_to, locale, timeZone) })}
            </span>
            <span className="flex flex-wrap gap-3">
              {before !== undefined && <ButtonLink href={logUrl(address)}>{t("newest")}</ButtonLink>}
              {page.meta.next !== null && (
                <ButtonLink href={logUrl(address, { before: page.meta.next })} rel="next">
                  {t(page.meta.searched_to === null ? "older" : "search_on")}
                </ButtonLink>
              )}
            </span>
          </nav>
        )}
      </WithPane>
    </>
  )
}

function EmptyLog({
  filtered,
  clear,
  live,
  baseUrl,
}: {
  filtered: boolean
  clear: string
  live: boolean
  baseUrl: string
}) {
  const t = useTranslations("Requests")
  if (filtered)
    return <EmptyState sentence={t("empty_filtered")} action={<ButtonLink href={clear}>{t("reset")}</ButtonLink>} />
  return (
    <EmptyState
      sentence={t("empty")}
      action={<ButtonLink href="/keys">{t("empty_action")}</ButtonLink>}
      {...(live && {
        note: t("empty_note"),
        snippet: `curl ${baseUrl}/v1/me \\\n  -H "Authorization: Bearer $HAAT_KEY"`,
      })}
    />
  )
}
