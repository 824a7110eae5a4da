import { publicIdSql } from "@/domain/public-id"
import { SELLER_ORDERS_JSON_SQL, orderItemsSql, type toOrderDetail } from "@/orders/order"
import { ORDER_JOIN_SQL, sellerOrderDataSql, VISIBLE_ADDRESS_SQL } from "@/orders/seller-order-json"
import { jsonObject } from "@/platform/db/json-object"
import { type Queryable, query } from "@/platform/db/query"
import { env } from "@/platform/env"
import { addJobCall, type MailJob } from "@/platform/jobs"
import { EVENT_CTES_SQL, EVENT_VALUES } from "@/webhooks/events/record-events"

const SETTING = "haat.shipped_seller_orders"

/**
 * SQL that names the seller orders that have been shipped, for recordShipments in the same transaction.
 * @param ids an SQL expression for an array of their ids
 */
export function nameShippedOrdersSql(ids: string): string {
  return `set_config('${SETTING}', (${ids})::text, true)`
}

export interface ShippedSellerOrder {
  /** The SellerOrder as JSON text. */
  order: string
  version: number
}

type ShippedMail = Extract<MailJob, { template: "order_shipped" }>

const MAIL_VALUE_COLUMNS: Record<keyof ShippedMail["values"], string> = {
  name: "a.name",
  number: "so.number",
  store: "s.name",
  courier: "h.courier_name",
  awb: "h.awb",
  link: "coalesce(h.tracking_url, $3::text || '/orders/' || o.number)",
}
const MAIL_COLUMNS: Record<keyof ShippedMail, string> = {
  id: "'order-shipped-' || so.id",
  to: "a.email",
  locale: "a.locale",
  template: `'${"order_shipped" satisfies ShippedMail["template"]}'`,
  values: jsonObject(MAIL_VALUE_COLUMNS),
}

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
  items: orderItemsSql("$3::text"),
  parts: SELLER_ORDERS_JSON_SQL,
}

// All events are inserted by one statement, so that the triggers of events run once. The setting is cleared at the end:
// another shipment of the transaction may fail.
const RECORD_SQL = `
  WITH shipped AS MATERIALIZED (
    SELECT so.id, so.store_id, so.version, o.id AS order_id, o.account_id, ${sellerOrderDataSql("$3::text")} AS data,
      ${jsonObject(SNAPSHOT_COLUMNS)} AS order_data, ${VISIBLE_ADDRESS_SQL} AS address, ${jsonObject(MAIL_COLUMNS)} AS mail
    FROM seller_order so JOIN shipment h ON h.seller_order_id = so.id ${ORDER_JOIN_SQL} JOIN store s ON s.id = so.store_id JOIN account a ON a.id = o.account_id
    WHERE so.id = ANY (nullif(current_setting('${SETTING}', true), '')::uuid[])),
  new_event AS (
    SELECT 'seller.order.updated' AS type, NULL::uuid AS account_id, store_id, true AS livemode, id AS subject_id, NULL::timestamptz AS occurred_at, data FROM shipped
    UNION ALL
    SELECT 'order.shipped', account_id, NULL, true, order_id, NULL, order_data FROM shipped),
  mailed AS (
    SELECT job.id FROM shipped, ${addJobCall("'send_mail'", "shipped.mail", "now() + make_interval(secs => $4)")} job),
  ${EVENT_CTES_SQL}
  SELECT left(data::text, -1) || ',"delivery_address":' || coalesce(address::text, 'null') || '}' AS "order", version,
    (SELECT count(*) FROM mailed) AS mails, (SELECT count(*) FROM notification) AS notifications, set_config('${SETTING}', '', true) FROM shipped`

/**
 * Records the events of the seller orders and of their customer orders, and the customers' emails, for the live seller
 * orders that the statement before has named.
 * @param options.mailDelay seconds until the emails may be sent
 * @returns the shipped orders; nothing if none was named
 */
export function recordShipments(tx: Queryable, { mailDelay = 0 } = {}): Promise<ShippedSellerOrder[]> {
  return query<ShippedSellerOrder>(RECORD_SQL, [...EVENT_VALUES, env.appUrl, mailDelay], tx)
}
