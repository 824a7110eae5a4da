import { ORDER_STATUSES, type OrderStatus } from "@/domain/order-status"
import { SELLER_ORDER_NUMBER } from "@/domain/order-number"
import { SELLER_ORDER_SORTS, type SellerOrderSort } from "@/domain/seller-order-sort"
import { HOUR_MS } from "@/domain/time-units"
import type { PortalInputs } from "@/ui/api"
import { canBeToShip } from "@/orders/to-ship"
import { oneOf } from "@/ui/query-url"
import { parseSearch, parseTable, type TableState } from "@/ui/table/table-url"

/** The columns of the table that a reader can hide, in their order. */
export const ORDER_COLUMNS = [
  "ship_by",
  "placed",
  "customer",
  "items",
  "payment",
  "total",
  "updated",
  "parcel",
] as const

/** How many hours back an order was placed. */
const PLACED_HOURS = { "24h": 24, "7d": 168, "30d": 720 } as const
export const PLACED_PERIODS = ["24h", "7d", "30d"] as const satisfies readonly (keyof typeof PLACED_HOURS)[]
type PlacedPeriod = (typeof PLACED_PERIODS)[number]

/** What the orders that are to be shipped wait for: to be confirmed first, or only to be shipped. */
const NEXT_STEPS = ["ship", "confirm"] as const
type NextStep = (typeof NEXT_STEPS)[number]

export const SEARCH_MAX = 100

/** A store's orders as the URL asks for them. */
export interface OrderList extends TableState {
  status: OrderStatus | undefined
  q: string | undefined
  placed: PlacedPeriod | undefined
  late: "1" | undefined
  next: NextStep | undefined
  sort: SellerOrderSort | undefined
}

type QueryParameters = Record<string, string | string[] | undefined>

/** Parses the state of the list in its URL; invalid parameters are ignored. */
export function parseOrderList(parameters: QueryParameters): OrderList {
  return {
    status: oneOf(ORDER_STATUSES, parameters.status),
    q: parseSearch(parameters, SEARCH_MAX),
    placed: oneOf(PLACED_PERIODS, parameters.placed),
    late: oneOf(["1"], parameters.late),
    next: oneOf(NEXT_STEPS, parameters.next),
    sort: oneOf(SELLER_ORDER_SORTS, parameters.sort),
    ...parseTable(ORDER_COLUMNS, parameters),
  }
}

/** The sort order that a list without one is in. Orders that are not to be shipped are listed by when they were placed. */
export function defaultSort({ status }: OrderList): SellerOrderSort {
  return status === undefined || canBeToShip(status) ? "ship_by" : "-placed_at"
}

/** The number of the order whose details a URL opens. */
export function parseOpenOrder({ order }: QueryParameters): string | undefined {
  return typeof order === "string" && SELLER_ORDER_NUMBER.test(order) ? order : undefined
}

// The browser finds fetched data only under exactly the same input, so the server computes the times once.

/** The input of the list's query. */
export function ordersInput(
  { status, q, placed, late, next, sort, perPage, page }: OrderList,
  now: Date,
): PortalInputs["storeOrders"]["list"] {
  return {
    status,
    q,
    placed_after: placed && new Date(now.getTime() - PLACED_HOURS[placed] * HOUR_MS).toISOString(),
    late_at: late && now.toISOString(),
    next_step: next,
    sort,
    per_page: perPage,
    page,
  }
}

/** The input of a list whose total is the number of orders with a status. */
export function countInput(status: OrderStatus): PortalInputs["storeOrders"]["list"] {
  return { status, per_page: 1 }
}

/** The input of a list whose total is the number of orders to be shipped. */
export const TO_SHIP_COUNT = { to_ship: true, per_page: 1 } satisfies PortalInputs["storeOrders"]["list"]
