import { ORDER_STATUSES, type OrderStatus } from "@/domain/order-status"
import { oneOf, parsePage } from "@/ui/query-url"
import { columnsParameter, parseColumns, parsePageSize, type PageSize, PAGE_SIZES } from "@/ui/table/table-url"

/** The columns of the table that a reader can hide, in their order. */
export const OWN_ORDER_COLUMNS = ["placed", "items", "payment", "total"] as const

/** The account's orders as the URL asks for them. */
export interface OwnOrderList {
  status: OrderStatus | undefined
  columns: string[] | undefined
  perPage: PageSize
  page: number
}

/** The list that a URL asks for; what is not valid is ignored. */
export const parseOwnOrderList = (parameters: Record<string, string | string[] | undefined>): OwnOrderList => ({
  status: oneOf(ORDER_STATUSES, parameters.status),
  columns: parseColumns(OWN_ORDER_COLUMNS, parameters),
  perPage: parsePageSize(parameters),
  page: parsePage(parameters.page),
})

/** The list's parameters in a URL. */
export const ownOrderListQuery = ({ columns, perPage, ...list }: OwnOrderList) => ({
  ...list,
  columns: columnsParameter(columns),
  per_page: perPage === PAGE_SIZES[0] ? undefined : perPage,
})
