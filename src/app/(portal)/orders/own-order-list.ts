import { ORDER_STATUSES, type OrderStatus } from "@/domain/order-status"
import { oneOf } from "@/ui/query-url"
import { parseTable, type TableState } from "@/ui/table/table-url"

/** The columns of the table that a reader can hide, in their order. */
export const OWN_ORDER_COLUMNS = ["placed", "items", "payment", "total"] as const

/** The account's orders as the URL asks for them. */
export interface OwnOrderList extends TableState {
  status: OrderStatus | undefined
}

/** Parses the state of the list in its URL; invalid parameters are ignored. */
export function parseOwnOrderList(parameters: Record<string, string | string[] | undefined>): OwnOrderList {
  return {
    status: oneOf(ORDER_STATUSES, parameters.status),
    ...parseTable(OWN_ORDER_COLUMNS, parameters),
  }
}
