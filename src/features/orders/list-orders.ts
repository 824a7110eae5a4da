import type { OrderStatus } from "@/domain/order-status"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import type { World } from "@/domain/world"
import { inWorldSql } from "@/orders/in-world"
import { ORDER_COLUMNS, type OrderRow } from "@/orders/order"
import { countRows } from "@/platform/db/count-rows"
import { query } from "@/platform/db/query"

// SQL: a hot path, which shares the columns of an order with the statements of src/orders.

type OrderListRequest = PageRequest & { status?: OrderStatus | undefined }

/** An order with what was bought. */
interface ListedOrderRow extends OrderRow {
  items: { name: string; quantity: number }[]
}

const ITEMS_SQL =
  "(SELECT json_agg(json_build_object('name', i.name, 'quantity', i.quantity) ORDER BY i.id) FROM order_item i WHERE i.order_id = o.id) AS items"

/** The orders that the account placed in the world, newest first. */
export function listOrders(accountId: string, world: World, request: OrderListRequest): Promise<Page<OrderRow>> {
  return readPage(ORDER_COLUMNS, accountId, world, request)
}

/** The same orders as listOrders, with what was bought. */
export function listOrdersWithItems(
  accountId: string,
  world: World,
  request: OrderListRequest,
): Promise<Page<ListedOrderRow>> {
  return readPage(`${ORDER_COLUMNS}, ${ITEMS_SQL}`, accountId, world, request)
}

async function readPage<Row extends OrderRow>(
  columns: string,
  accountId: string,
  world: World,
  { status, ...request }: OrderListRequest,
): Promise<Page<Row>> {
  const values: unknown[] = [accountId]
  const value = (parameter: unknown): string => `$${values.push(parameter)}`
  const where = `account_id = $1 AND ${inWorldSql(world, value)}${status === undefined ? "" : ` AND status = ${value(status)}`}`
  const [rows, total] = await Promise.all([
    query<Row>(
      `SELECT ${columns} FROM customer_order o
       WHERE o.id IN (SELECT id FROM customer_order WHERE ${where} ORDER BY placed_at DESC, id DESC
                      LIMIT $${values.length + 1} OFFSET $${values.length + 2})
       ORDER BY o.placed_at DESC, o.id DESC`,
      [...values, request.per_page, offsetOf(request)],
    ),
    countRows(`SELECT FROM customer_order WHERE ${where}`, values),
  ])
  return { rows, total }
}
