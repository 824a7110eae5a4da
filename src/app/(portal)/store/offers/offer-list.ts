import {
  LOW_STOCK,
  PRODUCT_STATUSES,
  type ProductStatus,
  STORE_OFFER_SEARCH_MAX,
  STORE_OFFER_SORTS,
  type StoreOfferSort,
} from "@/domain/store-offer"
import type { PortalInputs } from "@/ui/api"
import { oneOf } from "@/ui/query-url"
import { parseSearch, parseTable, type TableState } from "@/ui/table/table-url"

export const PATH = "/store/offers"

/** The columns of the table that a reader can hide, in their order. */
export const OFFER_COLUMNS = ["sku", "status", "mrp"] as const

/** The most that offers have in stock which a filter finds. */
const STOCK_LEVELS = { low: LOW_STOCK, out: 0 } as const
export const STOCK_FILTERS = ["low", "out"] as const satisfies readonly (keyof typeof STOCK_LEVELS)[]

/** A store's offers as the URL asks for them. */
export interface OfferList extends TableState {
  q: string | undefined
  stock: (typeof STOCK_FILTERS)[number] | undefined
  status: ProductStatus | undefined
  sort: StoreOfferSort | undefined
}

type QueryParameters = Record<string, string | string[] | undefined>

/** The list that a URL asks for; what is not valid is ignored. */
export function parseOfferList(parameters: QueryParameters): OfferList {
  return {
    q: parseSearch(parameters, STORE_OFFER_SEARCH_MAX),
    stock: oneOf(STOCK_FILTERS, parameters.stock),
    status: oneOf(PRODUCT_STATUSES, parameters.status),
    sort: oneOf(STORE_OFFER_SORTS, parameters.sort),
    ...parseTable(OFFER_COLUMNS, parameters),
  }
}

/** The SKU of the offer whose details a URL opens. */
export function parseOpenOffer({ offer }: QueryParameters): string | undefined {
  return typeof offer === "string" && offer !== "" && !offer.includes("\0") && offer.isWellFormed() ? offer : undefined
}

/** The input of the list's query. */
export function offersInput({ q, stock, status, sort, perPage, page }: OfferList): PortalInputs["storeOffers"]["list"] {
  return { q, status, max_stock: stock && STOCK_LEVELS[stock], sort, per_page: perPage, page }
}

/** The input of a list whose total is the number of offers that are low on stock. */
export const LOW_COUNT = { max_stock: LOW_STOCK, per_page: 1 } satisfies PortalInputs["storeOffers"]["list"]
