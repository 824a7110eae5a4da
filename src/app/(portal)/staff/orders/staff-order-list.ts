import { ORDER_NUMBER } from "@/domain/order-number"
import { ORDER_STATUSES, type OrderStatus, PAYMENT_STATUSES, type PaymentStatus } from "@/domain/order-status"
import type { PortalInputs } from "@/ui/api"
import { oneOf } from "@/ui/query-url"
import { type Period, parsePeriod, periodTimes } from "@/ui/table/period"
import { columnsParameter, parseColumns } from "@/ui/table/table-url"

/** The columns of the table that a reader can hide, in their order. */
export const STAFF_ORDER_COLUMNS = ["placed", "payment", "total"] as const

/** The greatest length of what is searched for. */
export const NUMBER_MAX = 40
export const BUYER_MAX = 254

/** The orders as the URL asks for them. */
export interface StaffOrderList extends Period {
  status: OrderStatus | undefined
  payment: PaymentStatus | undefined
  /** An email address or account id. */
  buyer: string | undefined
  columns: string[] | undefined
  /** The number of the order before the first of the page. */
  after: string | undefined
}

type QueryParameters = Record<string, string | string[] | undefined>

/** Parses the state of the list in its URL; invalid parameters are ignored. */
export function parseStaffOrderList(parameters: QueryParameters): StaffOrderList {
  const { after, buyer } = parameters
  return {
    status: oneOf(ORDER_STATUSES, parameters.status),
    payment: oneOf(PAYMENT_STATUSES, parameters.payment),
    ...parsePeriod(parameters),
    buyer: (typeof buyer === "string" && buyer.replaceAll("\0", "").toWellFormed().slice(0, BUYER_MAX)) || undefined,
    columns: parseColumns(STAFF_ORDER_COLUMNS, parameters),
    after: typeof after === "string" && ORDER_NUMBER.test(after) ? after : undefined,
  }
}

/** The list's filters and columns in a URL. */
export function staffOrderQuery({ after: _after, columns, ...filters }: StaffOrderList) {
  return { ...filters, columns: columnsParameter(columns) }
}

/** The input of the list's query. */
export function staffOrderInput(
  { status, payment, buyer, after, ...period }: StaffOrderList,
  zone: string,
): PortalInputs["staffOrders"]["list"] {
  const { from, before } = periodTimes(period, zone)
  return { status, payment_status: payment, placed_from: from, placed_before: before, buyer, after }
}
