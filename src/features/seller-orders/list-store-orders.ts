import { canBecome, type OrderStatus, statesBefore } from "@/domain/order-status"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import type { Move, StoreOrder } from "@/features/seller-orders/schema"
import { SELLER_ORDER_COLUMNS, SELLER_ORDER_TABLES, type SellerOrderRow, toSellerOrder } from "@/orders/seller-order"
import { query } from "@/platform/db"

interface StoreOrderRow extends SellerOrderRow {
  discount_share: number
  cash: boolean
}

const SHIPPABLE = statesBefore("shipped")
// Work first: what must leave, the most urgent on top.
const IN_TURN = "(status = ANY ($3::text[])) DESC, CASE WHEN status = ANY ($3::text[]) THEN ship_by END, placed_at DESC, id DESC"

/** A store's orders with what may be done with each: the live ones, or those of the sandbox. */
export const listStoreOrders = async (
  storeId: number,
  livemode: boolean,
  { status, ...request }: PageRequest & { status?: OrderStatus | undefined },
): Promise<Page<StoreOrder>> => {
  const where = `store_id = $1 AND ${livemode ? "livemode" : "NOT livemode"} AND ($2::text IS NULL OR status = $2)`
  const [rows, [count]] = await Promise.all([
    query<StoreOrderRow>(
      `SELECT ${SELLER_ORDER_COLUMNS}, p.discount_share,
         EXISTS (SELECT FROM payment m WHERE m.order_id = o.id AND m.method = 'cod' AND m.status = 'pending') AS cash
       FROM (SELECT id AS chosen, row_number() OVER (ORDER BY ${IN_TURN}) AS place FROM seller_order WHERE ${where}
             ORDER BY place LIMIT $4 OFFSET $5) page
       JOIN (${SELLER_ORDER_TABLES}) ON p.id = page.chosen
       ORDER BY page.place`,
      [storeId, status ?? null, SHIPPABLE, request.per_page, offsetOf(request)],
    ),
    query<{ total: number }>(`SELECT count(*)::int AS total FROM seller_order WHERE ${where}`, [storeId, status ?? null]),
  ])
  return { rows: rows.map(toStoreOrder), total: count?.total ?? 0 }
}

const toStoreOrder = (row: StoreOrderRow): StoreOrder => {
  const { status, payment_status: payment, total, discount_share: discount, refunded_total: refunded } = row
  const paid = payment === "paid" || payment === "partially_refunded"
  const refundable = paid ? total - discount - refunded : 0
  const may: Record<Move, boolean> = {
    confirm: canBecome(status, "confirmed") && (paid || (payment === "pending" && row.cash)),
    pack: canBecome(status, "packed"),
    ship: canBecome(status, "shipped"),
    deliver: canBecome(status, "delivered"),
    cancel: canBecome(status, "cancelled"),
    refund: refundable > 0,
  }
  return { ...toSellerOrder(row), refundable, moves: (Object.keys(may) as Move[]).filter((move) => may[move]) }
}
