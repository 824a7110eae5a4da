"use client"

import { useTranslations } from "next-intl"
import { useAppLogColumns } from "@/app/(portal)/apps/[client_id]/(tabs)/log/log-columns"
import {
  type AppLogList,
  appLogInput,
  LOG_CLIENTS,
  LOG_FILTERS,
  SEARCH_MAX,
} from "@/app/(portal)/apps/[client_id]/(tabs)/log/log-list"
import { AppLogPane } from "@/app/(portal)/apps/[client_id]/(tabs)/log/log-pane"
import { appTabPath } from "@/app/(portal)/apps/[client_id]/app-tab"
import { OAUTH_LOG_ENDPOINTS, OAUTH_REFUSALS } from "@/domain/oauth-refusal"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { OauthLogEntry } from "@/features/oauth-apps/schema"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { SelectField } from "@/ui/field"
import { withQuery } from "@/ui/query-url"
import { DataTable } from "@/ui/table/data-table"
import { ChoiceFilter, FilterChip, FilterForm } from "@/ui/table/filters"
import { paneLinks } from "@/ui/table/pane-links"
import { WithPane } from "@/ui/table/row-pane"
import { TableSearch } from "@/ui/table/table-search"
import { Toolbar } from "@/ui/table/toolbar"
import { trpc } from "@/ui/trpc"

interface AppLogViewProps {
  clientId: string
  /** The app's name. */
  app: string
  list: AppLogList
  /** The id of the entry whose details are open. */
  opened: string | undefined
  timeZone: ViewerTimeZone
  baseUrl: string
}

/** The refused requests of an app that match the filters, newest first. */
export function AppLogView({ clientId, app, list, opened, timeZone, baseUrl }: AppLogViewProps) {
  const t = useTranslations("OauthLog")
  const [{ data: entries, next }] = trpc.oauthApps.log.useSuspenseQuery(appLogInput(clientId, list))
  const path = appTabPath(clientId, "log")
  const { after, ...filters } = list
  const filtered = LOG_FILTERS.some((name) => filters[name] !== undefined)
  const common = { path, query: filters }
  const open = entries.find(({ id }) => id === opened)
  const href = (entry?: OauthLogEntry): string => withQuery(path, { ...list, entry: entry?.id })
  const columns = useAppLogColumns({
    href,
    opened: open?.id,
    timeZone,
  })
  const clear = (
    <ButtonLink href={path} variant="quiet" className="min-h-9!">
      {t("clear")}
    </ButtonLink>
  )
  return (
    <div className="grid grid-cols-1 gap-3">
      <Toolbar part title={t("title")}>
        <TableSearch {...common} label={t("search")} maxLength={SEARCH_MAX} />
        <ChoiceFilter
          {...common}
          name="endpoint"
          label={t("endpoint")}
          options={OAUTH_LOG_ENDPOINTS.map((endpoint) => [endpoint, endpoint])}
        />
        <ChoiceFilter
          {...common}
          name="client"
          label={t("client")}
          options={LOG_CLIENTS.map((client) => [client, t(client)])}
        />
        <FilterChip {...common} names={["reason"]} label={t("reason")} value={filters.reason && t(filters.reason)}>
          <FilterForm key={filters.reason} {...common} names={["reason"]}>
            <SelectField label={t("reason")} name="reason" defaultValue={filters.reason}>
              <option value="">{t("reason_any")}</option>
              {OAUTH_REFUSALS.map((reason) => (
                <option key={reason} value={reason}>
                  {t(reason)}
                </option>
              ))}
            </SelectField>
          </FilterForm>
        </FilterChip>
        {filtered && entries.length > 0 && clear}
      </Toolbar>
      {entries.length > 0 ? (
        <WithPane
          pane={
            open && (
              <AppLogPane
                entry={open}
                path={path}
                links={paneLinks(entries, ({ id }) => id === open.id, href)}
                timeZone={timeZone}
              />
            )
          }
        >
          <DataTable
            caption={t("title")}
            rows={entries}
            columns={columns}
            rowId={({ id }) => id}
            chosen={undefined}
            sort={undefined}
            sortHref={() => path}
            opened={open?.id}
          />
          <p className="text-sm text-muted">{t("lead", { app })}</p>
        </WithPane>
      ) : filtered ? (
        <EmptyState sentence={t("empty_filtered")} action={clear} />
      ) : (
        <EmptyState
          sentence={t("empty")}
          action={
            <ButtonLink href={appTabPath(clientId, "test")} variant="primary">
              {t("try")}
            </ButtonLink>
          }
          note={t("empty_note")}
          snippet={`curl ${baseUrl}/oauth/token -u ${clientId}:haat_cs_… -d grant_type=authorization_code -d code=haat_ac_…`}
        />
      )}
      {(after !== undefined || next !== null) && (
        <nav className="flex flex-wrap justify-between gap-3" aria-label={t("title")}>
          {after !== undefined && <ButtonLink href={withQuery(path, filters)}>{t("newest")}</ButtonLink>}
          {next !== null && (
            <ButtonLink href={withQuery(path, { ...filters, after: next })} rel="next">
              {t("older")}
            </ButtonLink>
          )}
        </nav>
      )}
    </div>
  )
}
