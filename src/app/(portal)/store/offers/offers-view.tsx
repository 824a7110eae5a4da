"use client"

import { useLocale, useTranslations } from "next-intl"
import { useOfferColumns } from "@/app/(portal)/store/offers/offer-columns"
import { LOW_COUNT, type OfferList, offersInput, PATH, STOCK_FILTERS } from "@/app/(portal)/store/offers/offer-list"
import { OfferPane } from "@/app/(portal)/store/offers/offer-pane"
import type { Mode } from "@/domain/mode"
import type { StoreOffer } from "@/features/seller-products/schema"
import { LOW_STOCK, PRODUCT_STATUSES, STORE_OFFER_SEARCH_MAX } from "@/domain/store-offer"
import { formatNumber } from "@/i18n/format"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { withQuery } from "@/ui/query-url"
import { ColumnMenu } from "@/ui/table/column-menu"
import { DataTable } from "@/ui/table/data-table"
import { CountLink } from "@/ui/table/count-link"
import { ChoiceFilter } from "@/ui/table/filters"
import { paneLinks } from "@/ui/table/pane-links"
import { WithPane } from "@/ui/table/row-pane"
import { TableFooter } from "@/ui/table/table-footer"
import { TableSearch } from "@/ui/table/table-search"
import { listUrl, tableQuery } from "@/ui/table/table-url"
import { useLastPage } from "@/ui/table/use-last-page"
import { ExportLink, Toolbar, ToolbarEnd } from "@/ui/table/toolbar"
import { trpc } from "@/ui/trpc"

interface OffersViewProps {
  list: OfferList
  /** The SKU of the offer whose details are open. */
  opened: string | undefined
  /** The store's name. */
  store: string
  mode: Mode
  baseUrl: string
}

/** What the store sells, with the stock and price of each variant. */
export function OffersView({ list, opened, store, mode, baseUrl }: OffersViewProps) {
  const t = useTranslations("StoreOffers")
  const locale = useLocale()
  const input = offersInput(list)
  const { data: offers } = trpc.storeOffers.list.useQuery(input)
  const low = trpc.storeOffers.list.useQuery(LOW_COUNT).data?.meta.total ?? 0
  const query = tableQuery(list)
  const leaving = useLastPage(PATH, query, offers?.meta)
  const common = { path: PATH, query }
  const { q, status } = list
  const href = (offer?: StoreOffer): string => withQuery(PATH, { ...query, offer: offer?.sku })
  const columns = useOfferColumns(href)
  const filtered = [q, status, list.stock].some((value) => value !== undefined)
  return (
    <>
      <Toolbar
        title={t("title")}
        note={
          low > 0 && (
            <CountLink href={`${PATH}?stock=low`}>{t("low_count", { n: formatNumber(low, locale) })}</CountLink>
          )
        }
      >
        <TableSearch {...common} label={t("search")} maxLength={STORE_OFFER_SEARCH_MAX} />
        <ChoiceFilter
          {...common}
          name="stock"
          label={t("stock")}
          options={STOCK_FILTERS.map((each) => [each, t(`filter_${each}`, { n: formatNumber(LOW_STOCK, locale) })])}
        />
        <ChoiceFilter
          {...common}
          name="status"
          label={t("status")}
          options={PRODUCT_STATUSES.map((each) => [each, t(`status_${each}`)])}
        />
        <ToolbarEnd>
          <ColumnMenu {...common} columns={columns} chosen={list.columns} />
          <ExportLink href={withQuery(`${PATH}/export`, { ...query, page: undefined, mode })} />
        </ToolbarEnd>
      </Toolbar>
      {offers?.data.length === 0 && !leaving && (
        <EmptyState
          sentence={t(filtered ? "empty_filtered" : "empty_all")}
          action={filtered && <ButtonLink href={PATH}>{t("show_all")}</ButtonLink>}
          // The API does not search.
          {...(q === undefined && {
            note: t("api_note"),
            snippet: `curl "${baseUrl}${withQuery("/v1/seller/products", { status, max_stock: input.max_stock })}" \\\n  -H "Authorization: Bearer $HAAT_KEY"`,
          })}
        />
      )}
      {offers && (offers.data.length > 0 || opened !== undefined) && (
        <WithPane
          pane={
            opened !== undefined && (
              <OfferPane
                sku={opened}
                mode={mode}
                links={paneLinks(offers.data, ({ sku }) => sku === opened, href)}
                baseUrl={baseUrl}
              />
            )
          }
        >
          {offers.data.length > 0 && (
            <DataTable
              caption={t("lead", { store })}
              rows={offers.data}
              columns={columns}
              rowId={({ sku }) => sku}
              chosen={list.columns}
              sort={list.sort ?? "name"}
              sortHref={(sort) => listUrl(PATH, query, { sort })}
              opened={opened}
              rowAttributes={({ sku }) => ({ "data-offer": sku })}
            />
          )}
          <TableFooter {...common} meta={offers.meta} />
        </WithPane>
      )}
    </>
  )
}
