"use client"

import { useLocale, useTranslations } from "next-intl"
import { FilterForm } from "@/app/(portal)/requests/filter-form"
import { FindForm } from "@/app/(portal)/requests/find-form"
import { type LogFilter, logUrl } from "@/app/(portal)/requests/log-url"
import { LogTable } from "@/app/(portal)/requests/log-table"
import { RequestDetails } from "@/app/(portal)/requests/request-details"
import { RequestDrawer } from "@/app/(portal)/requests/request-drawer"
import { SetFilters } from "@/app/(portal)/requests/set-filters"
import { type Mode, otherMode } from "@/domain/mode"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { RequestCredential } from "@/features/requests/schema"
import { formatSecond } from "@/i18n/format"
import type { PortalInputs } from "@/ui/api"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { Notice } from "@/ui/notice"
import { withQuery } from "@/ui/query-url"
import { Toolbar } from "@/ui/table/toolbar"
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
  clock: ViewerTimeZone
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
  clock,
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
  if (!page) return null
  const { before } = query
  const { key, until, status, method, path, code } = address
  const filtered = Object.values(address).some((value) => value !== undefined)
  const newest = id === undefined && before === undefined && until === undefined
  const here = (request?: string): string => logUrl(address, { before, id, request })
  return (
    <>
      <Toolbar title={t("title")}>
        <FindForm id={id} />
        {id === undefined && <SetFilters filter={address} credentials={credentials} clock={clock} />}
        {id === undefined && filtered && page.data.length > 0 && (
          <ButtonLink href={logUrl({})} variant="quiet" className="min-h-9!">
            {t("reset")}
          </ButtonLink>
        )}
      </Toolbar>
      {id === undefined ? (
        <FilterForm filter={address} zone={clock.zone} credentials={credentials} />
      ) : (
        <div role="status" className="flex flex-wrap items-center justify-between gap-3">
          {page.data.length === 0 ? (
            <Notice tone="warning">
              {t("find_none", { id })}{" "}
              <a href={withQuery("/requests", { id, mode: otherMode(mode) })} className="link">
                {modes(`look_${otherMode(mode)}`)}
              </a>
            </Notice>
          ) : (
            <h2 className="font-semibold wrap-anywhere">{t("find_found", { id })}</h2>
          )}
          <ButtonLink href={logUrl({})}>{t("find_clear")}</ButtonLink>
        </div>
      )}
      {(page.data.length > 0 || id === undefined) && (
        <LogTable
          rows={page.data}
          names={Object.fromEntries(credentials.map((credential) => [credential.id, credential.name]))}
          opened={opened}
          here={here()}
          clock={clock}
          live={newest ? withQuery("", { mode, status, method, path, code, credential: key }).slice(1) : null}
          nothing={
            page.data.length === 0 && (
              <EmptyLog
                filtered={filtered || before !== undefined}
                clear={logUrl({})}
                live={newest && !filtered}
                baseUrl={baseUrl}
              />
            )
          }
        />
      )}
      {(page.meta.searched_to !== null || page.meta.next !== null || before !== undefined) && (
        <nav aria-label={t("older")} className="flex flex-wrap items-center justify-between gap-3">
          <span className="text-sm text-muted">
            {page.meta.searched_to !== null &&
              t("searched", { time: formatSecond(page.meta.searched_to, locale, clock) })}
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
      {detail && (
        <RequestDrawer key={detail.data.id} title={`${detail.data.method} ${detail.data.path}`} back={here()}>
          <RequestDetails request={detail.data} clock={clock} baseUrl={baseUrl} />
        </RequestDrawer>
      )}
    </>
  )
}

const EmptyLog = ({
  filtered,
  clear,
  live,
  baseUrl,
}: {
  filtered: boolean
  clear: string
  live: boolean
  baseUrl: string
}) => {
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
