"use client"

import { useTranslations } from "next-intl"
import { useStoreColumns } from "@/app/(portal)/staff/stores/store-columns"
import { defaultSort, SEARCH_MAX, type StoreList, storesInput } from "@/app/(portal)/staff/stores/store-list"
import { StorePane } from "@/app/(portal)/staff/stores/store-pane"
import { STORE_STATUSES } from "@/domain/store"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { withQuery } from "@/ui/query-url"
import { DataTable } from "@/ui/table/data-table"
import { paneLinks } from "@/ui/table/pane-links"
import { WithPane } from "@/ui/table/row-pane"
import { TableFooter } from "@/ui/table/table-footer"
import { listUrl, tableQuery } from "@/ui/table/table-url"
import { ColumnMenu } from "@/ui/table/column-menu"
import { ChoiceFilter } from "@/ui/table/filters"
import { TableSearch } from "@/ui/table/table-search"
import { ExportLink, Toolbar, ToolbarEnd } from "@/ui/table/toolbar"
import { trpc } from "@/ui/trpc"

const PATH = "/staff/stores"

interface StoresViewProps {
  list: StoreList
  /** The slug of the store whose details are open. */
  opened: string | undefined
  timeZone: ViewerTimeZone
  baseUrl: string
}

/** The stores of the marketplace. */
export function StoresView({ list, opened, timeZone, baseUrl }: StoresViewProps) {
  const t = useTranslations("StaffStores")
  const [{ data: stores, meta, similar }, { dataUpdatedAt: now }] = trpc.staffStores.list.useSuspenseQuery(
    storesInput(list),
  )
  const query = tableQuery(list)
  const common = { path: PATH, query }
  const href = (store?: { slug: string }): string => withQuery(PATH, { ...query, store: store?.slug })
  const columns = useStoreColumns({
    href,
    opened,
    timeZone,
    now,
  })
  return (
    <>
      <Toolbar title={t("title")}>
        <TableSearch {...common} label={t("search")} maxLength={SEARCH_MAX} />
        <ChoiceFilter
          {...common}
          name="status"
          label={t("status")}
          options={STORE_STATUSES.map((status) => [status, t(`status_${status}`)])}
        />
        <ToolbarEnd>
          <ColumnMenu {...common} columns={columns} chosen={list.columns} />
          <ExportLink href={withQuery(`${PATH}/export`, { ...query, page: undefined, per_page: undefined })} />
        </ToolbarEnd>
      </Toolbar>
      {similar && <p role="status">{t("similar")}</p>}
      {stores.length === 0 && (
        <EmptyState
          sentence={t("not_found")}
          action={<ButtonLink href={PATH}>{t("show_all")}</ButtonLink>}
          note={t("not_found_note")}
          snippet={`${baseUrl}/store/open`}
        />
      )}
      {(stores.length > 0 || opened !== undefined) && (
        <WithPane
          pane={
            opened !== undefined && (
              <StorePane
                slug={opened}
                links={paneLinks(stores, ({ slug }) => slug === opened, href)}
                timeZone={timeZone}
              />
            )
          }
        >
          {stores.length > 0 && (
            <DataTable
              caption={t("lead")}
              rows={stores}
              columns={columns}
              rowId={({ slug }) => slug}
              chosen={list.columns}
              sort={list.sort ?? defaultSort(list)}
              sortHref={(sort) => listUrl(PATH, query, { sort })}
              opened={opened}
            />
          )}
          <TableFooter {...common} meta={meta} />
        </WithPane>
      )}
    </>
  )
}
