import { canTransition, type OrderStatus, statusesBefore } from "@/domain/order-status"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import type { World } from "@/domain/world"
import type { OrderAction, StoreOrder } from "@/features/seller-orders/schema"
import { inWorldSql } from "@/orders/in-world"
import { SELLER_ORDER_TABLES_SQL, sellerOrderSql } from "@/orders/seller-order-json"
import { countRows } from "@/platform/db/count-rows"
import { query } from "@/platform/db/query"
import { env } from "@/platform/env"
import type { SellerOrder } from "@/orders/schema"

interface StoreOrderRow {
  order: SellerOrder
  discount_share: number
  cash: boolean
}

const SHIPPABLE_STATUSES = statusesBefore("shipped")
const SHIPPABLE_SQL = `status IN (${SHIPPABLE_STATUSES.map((status) => `'${status}'`).join(", ")})`
// Orders that must be shipped come first, the most urgent on top.
const ORDER_BY_SQL = `p.${SHIPPABLE_SQL} DESC, CASE WHEN p.${SHIPPABLE_SQL} THEN p.ship_by END, p.placed_at DESC, p.id DESC`

/** A store's orders, with the actions that each allows. */
export const listStoreOrders = async (
  { world, storeId }: { world: World; storeId: number },
  { status, ...request }: PageRequest & { status?: OrderStatus | undefined },
): Promise<Page<StoreOrder>> => {
  const values: unknown[] = [storeId]
  const value = (parameter: unknown): string => `$${values.push(parameter)}`
  const where = `store_id = $1 AND ${inWorldSql(world, value)}${status === undefined ? "" : ` AND status = ${value(status)}`}`
  const [shippableCount, otherCount] = await Promise.all([
    status === undefined || SHIPPABLE_STATUSES.includes(status)
      ? countRows(`SELECT FROM seller_order WHERE ${where} AND ${SHIPPABLE_SQL}`, values)
      : 0,
    status === undefined || !SHIPPABLE_STATUSES.includes(status)
      ? countRows(`SELECT FROM seller_order WHERE ${where} AND NOT ${SHIPPABLE_SQL}`, values)
      : 0,
  ])
  const offset = offsetOf(request)
  const shippableRows = Math.max(0, Math.min(request.per_page, shippableCount - offset))
  const [limit, skipped, otherLimit, othersSkipped, origin] = [1, 2, 3, 4, 5].map(
    (place) => `$${values.length + place}`,
  )
  const rows = await query<StoreOrderRow>(
    `SELECT ${sellerOrderSql(`${origin}::text`)} AS order, p.discount_share,
       EXISTS (SELECT FROM payment m WHERE m.order_id = o.id AND m.method = 'cod' AND m.status = 'pending') AS cash
     FROM ${SELLER_ORDER_TABLES_SQL}
     WHERE p.id = ANY (ARRAY(
       (SELECT id FROM seller_order WHERE ${where} AND ${SHIPPABLE_SQL} ORDER BY ship_by, placed_at DESC, id DESC LIMIT ${limit} OFFSET ${skipped})
       UNION ALL
       (SELECT id FROM seller_order WHERE ${where} AND NOT ${SHIPPABLE_SQL} ORDER BY placed_at DESC, id DESC LIMIT ${otherLimit} OFFSET ${othersSkipped})))
     ORDER BY ${ORDER_BY_SQL}`,
    [
      ...values,
      shippableRows,
      offset,
      otherCount > 0 ? request.per_page - shippableRows : 0,
      Math.max(0, offset - shippableCount),
      env.appUrl,
    ],
  )
  return { rows: rows.map(toStoreOrder), total: shippableCount + otherCount }
}

const toStoreOrder = ({ order, discount_share: discount, cash: cashOnDelivery }: StoreOrderRow): StoreOrder => {
  const { status, payment_status: payment, total, refunded_total: refunded } = order
  const paid = payment === "paid" || payment === "partially_refunded"
  const refundable = paid ? total - discount - refunded : 0
  const allowed: Record<OrderAction, boolean> = {
    confirm: canTransition(status, "confirmed") && (paid || (payment === "pending" && cashOnDelivery)),
    pack: canTransition(status, "packed"),
    ship: canTransition(status, "shipped"),
    deliver: canTransition(status, "delivered"),
    cancel: canTransition(status, "cancelled"),
    refund: refundable > 0,
  }
  return {
    ...order,
    refundable,
    voucher: discount,
    moves: (Object.keys(allowed) as OrderAction[]).filter((move) => allowed[move]),
  }
}
