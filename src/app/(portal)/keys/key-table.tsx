"use client"

import { useTranslations } from "next-intl"
import type { useKeyColumns } from "@/app/(portal)/keys/key-columns"
import type { KeyList } from "@/app/(portal)/keys/key-list"
import { RevokeManyButton } from "@/app/(portal)/keys/revoke-many-button"
import type { ApiKey } from "@/features/api-keys/schema"
import { DataTable } from "@/ui/table/data-table"
import { pageOfRows } from "@/ui/table/local-rows"
import { SelectionBar, useSelection } from "@/ui/table/selection"
import { TableFooter } from "@/ui/table/table-footer"
import { listUrl, tableQuery } from "@/ui/table/table-url"

interface KeyTableProps {
  /** The keys of all pages of the list. */
  keys: readonly ApiKey[]
  list: KeyList
  columns: ReturnType<typeof useKeyColumns>
}

/** An account's keys as a table; several of them can be revoked together. */
export function KeyTable({ keys, list, columns }: KeyTableProps) {
  const t = useTranslations("Keys")
  const query = tableQuery(list)
  const { shown, meta } = pageOfRows(keys, list)
  const selection = useSelection(shown.map(({ id }) => id))
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      <DataTable
        caption={t("title")}
        rows={shown}
        columns={columns}
        rowId={({ id }) => id}
        rowName={({ name }) => name}
        chosen={list.columns}
        sort={list.sort}
        sortHref={(sort) => listUrl("/keys", query, { sort })}
        selection={selection}
      />
      <SelectionBar selection={selection}>
        <RevokeManyButton keys={shown.filter(({ id }) => selection.ids.has(id))} />
      </SelectionBar>
      <TableFooter path="/keys" query={query} meta={meta} />
    </div>
  )
}
