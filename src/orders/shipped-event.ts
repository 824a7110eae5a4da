import { publicIdSql } from "@/domain/public-id"
import { ORDER_PARTS_SQL, orderItemsSql, type toOrderDetail } from "@/orders/order"
import { jsonObject } from "@/platform/db/json-object"
import { type Queryable, query } from "@/platform/db/query"
import { env } from "@/platform/env"
import { eventValues, EVENT_CTES_SQL } from "@/webhooks/events/record-events"

// The event of the account whose live order is shipped. Shipping is performance-critical, so that one statement reads the
// order and records its event. It is sent together with the statement that ships the order, which names the order in a
// setting of the transaction: the event must see that statement's row and what its trigger does to the order.

const SETTING = "haat.shipped_order"

/**
 * SQL that names an order whose part has been shipped, for the statement behind it in the same transaction.
 * @param id an SQL expression for the order's id
 */
export const nameShippedOrderSql = (id: string): string => `set_config('${SETTING}', ${id}::text, true)`

type OrderSnapshot = Omit<ReturnType<typeof toOrderDetail>, "delivery_address">

const SNAPSHOT_COLUMNS: Record<keyof OrderSnapshot, string> = {
  id: publicIdSql("order", "o.id"),
  number: "o.number",
  status: "o.status",
  payment_status: "o.payment_status",
  livemode: "o.livemode",
  version: "o.version",
  currency: "'INR'",
  subtotal: "o.subtotal",
  shipping_total: "o.shipping_total",
  discount_total: "o.discount_total",
  tax_total: "o.tax_total",
  total: "o.total",
  refunded_total: "o.refunded_total",
  item_count: "o.item_count",
  placed_at: "iso_utc(o.placed_at)",
  updated_at: "iso_utc(o.updated_at)",
  items: orderItemsSql("$2::text"),
  parts: ORDER_PARTS_SQL,
}

// The setting is cleared by a value that follows from the event: PostgreSQL runs a CTE that nothing reads last, and the
// event would find the setting empty.
const RECORD_SQL = `
  WITH new_event AS (
    SELECT o.id AS subject_id, NULL::timestamptz AS occurred_at, o.account_id, ${jsonObject(SNAPSHOT_COLUMNS)} AS data
    FROM customer_order o WHERE o.id = nullif(current_setting('${SETTING}', true), '')::uuid),
  ${EVENT_CTES_SQL.buyer}
  SELECT (SELECT count(*) FROM waking) AS wakes, set_config('${SETTING}', repeat(' ', 0 * (SELECT count(*) FROM event)::integer), true)`

/** Records order.shipped for the live order that the statement before has named, if it has. */
export const recordShippedEvent = async (tx: Queryable): Promise<void> => {
  // Parameter $2, the audience of other events, is the origin of our URLs here.
  const [type, , ...rest] = eventValues({ type: "order.shipped", audience: { accountId: "" }, livemode: true })
  await query(RECORD_SQL, [type, env.appUrl, ...rest], tx)
}
