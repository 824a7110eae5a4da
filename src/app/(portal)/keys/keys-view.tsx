"use client"

import { useLocale, useTranslations } from "next-intl"
import { CreateKeyButton } from "@/app/(portal)/keys/create-key-button"
import { useKeyColumns } from "@/app/(portal)/keys/key-columns"
import { KEY_STATUSES, type KeyList, listedKeys, SEARCH_MAX } from "@/app/(portal)/keys/key-list"
import { RevokeManyButton } from "@/app/(portal)/keys/revoke-many-button"
import { UnverifiedBanner } from "@/app/(portal)/keys/unverified-banner"
import type { Mode } from "@/domain/mode"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatNumber } from "@/i18n/format"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import { withQuery } from "@/ui/query-url"
import { LocalTable } from "@/ui/table/local-table"
import { tableQuery } from "@/ui/table/table-url"
import { ColumnMenu } from "@/ui/table/column-menu"
import { ChoiceFilter, ToggleFilter } from "@/ui/table/filters"
import { TableSearch } from "@/ui/table/table-search"
import { ExportLink, Toolbar, ToolbarEnd } from "@/ui/table/toolbar"
import { trpc } from "@/ui/trpc"

interface KeysViewProps {
  list: KeyList
  /** The account's email address if it is not confirmed yet: such an account cannot create a key. */
  unverified: string | null
  mode: Mode
  /** The most requests per minute that a key may have. */
  rateLimit: number
  timeZone: ViewerTimeZone
  baseUrl: string
}

/** The account's keys of a mode, active ones first. */
export function KeysView({ list, unverified, mode, rateLimit, timeZone, baseUrl }: KeysViewProps) {
  const t = useTranslations("Keys")
  const locale = useLocale()
  const [{ data: keys }, { dataUpdatedAt: now }] = trpc.portalKeys.list.useSuspenseQuery()
  const [{ data: store }] = trpc.stores.own.useSuspenseQuery()
  const columns = useKeyColumns({ baseUrl, timeZone, now })
  const create = unverified === null && (
    <CreateKeyButton
      seller={store?.handles_orders ?? false}
      mode={mode}
      rateLimit={rateLimit}
      zone={timeZone.zone}
      baseUrl={baseUrl}
    />
  )
  if (keys.length === 0)
    return (
      <>
        <PageHeading title={t("title")} lead={t("lead")} />
        {unverified !== null && <UnverifiedBanner email={unverified} />}
        <EmptyState
          sentence={t(mode === "live" ? "empty" : "empty_test")}
          action={create}
          note={t("empty_note")}
          snippet={`curl ${baseUrl}/v1/me \\\n  -H "Authorization: Bearer $HAAT_KEY"`}
        />
      </>
    )
  const query = tableQuery(list)
  const common = { path: "/keys", query }
  const found = listedKeys(keys, list, now)
  const countOf = (status: (typeof KEY_STATUSES)[number]): string =>
    formatNumber(keys.filter((key) => key.status === status).length, locale)
  return (
    <>
      <Toolbar title={t("title")} action={create}>
        <TableSearch {...common} label={t("search")} maxLength={SEARCH_MAX} />
        <ChoiceFilter
          {...common}
          name="status"
          label={t("status")}
          options={KEY_STATUSES.map((status) => [status, t(`status_${status}`), countOf(status)])}
        />
        <ToggleFilter {...common} name="unused" label={t("unused")} />
        <ToolbarEnd>
          <ColumnMenu {...common} columns={columns} chosen={list.columns} />
          <ExportLink href={withQuery("/keys/export", { ...query, page: undefined, mode })} />
        </ToolbarEnd>
      </Toolbar>
      {unverified !== null && <UnverifiedBanner email={unverified} />}
      {found.length === 0 ? (
        <EmptyState sentence={t("empty_filtered")} action={<ButtonLink href="/keys">{t("show_all")}</ButtonLink>} />
      ) : (
        <LocalTable
          {...common}
          list={list}
          caption={t("title")}
          rows={found}
          columns={columns}
          rowName={({ name }) => name}
          selectable={({ status }) => status === "active"}
          actions={(selected) => <RevokeManyButton keys={selected} />}
        />
      )}
    </>
  )
}
