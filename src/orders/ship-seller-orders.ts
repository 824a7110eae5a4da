import type { OrderStatus } from "@/domain/order-status"
import { isProblem, Problem } from "@/domain/problem"
import { SELLER_ORDER_NUMBER } from "@/domain/order-number"
import { parsePublicId } from "@/domain/public-id"
import { LIVE_WORLD_SQL, type World } from "@/domain/world"
import { nameShippedOrdersSql, recordShipments } from "@/orders/record-shipments"
import { type Parcel, SHIPPABLE_STATUSES, shipSellerOrder, shipStateError } from "@/orders/ship-seller-order"
import { type Queryable, query } from "@/platform/db/query"

interface SellerOrderShipment extends Parcel {
  /** The seller order's public id or number. */
  id: string
}

/** The new version of a seller order that was shipped, or why it was not: not_found or invalid_state. */
export type ShipmentOutcome = number | Problem

/**
 * Seconds until the customers' emails may be sent. Writing the emails of a hundred orders takes longer than shipping
 * them, and must not delay the response.
 */
const MAIL_DELAY = 2

/**
 * Ships seller orders of a store, as shipSellerOrder does each. One that cannot be shipped leaves the others as they are.
 * In the live world three statements, sent together, ship them all and say why some were not shipped.
 * @param tx a transaction
 * @returns the outcomes, in the order of the shipments
 */
export function shipSellerOrders(
  tx: Queryable,
  store: { world: World; storeId: number },
  shipments: readonly SellerOrderShipment[],
): Promise<ShipmentOutcome[]> {
  return store.world.livemode ? shipLive(tx, store.storeId, shipments) : shipInSandbox(tx, store, shipments)
}

const SHIPMENT_INPUT_CTE =
  "shipment_input AS (SELECT * FROM unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS g (id, number, place))"
const MATCHED_SELLER_ORDERS_CTE = `
  matched AS (
    SELECT so.id, g.place FROM shipment_input g JOIN seller_order so ON so.id = g.id WHERE so.world_id = ${LIVE_WORLD_SQL} AND so.store_id = $1
    UNION ALL SELECT so.id, g.place FROM shipment_input g JOIN seller_order so ON so.number = g.number WHERE so.world_id = ${LIVE_WORLD_SQL} AND so.store_id = $1)`

// The seller orders are locked before their customer orders, each in a fixed order, so that two changes never wait for
// each other. Of two shipments of one order, the first counts.
const SHIP_SQL = `
  WITH ${SHIPMENT_INPUT_CTE}, ${MATCHED_SELLER_ORDERS_CTE},
  locked AS MATERIALIZED (
    SELECT id, order_id, status FROM seller_order WHERE id IN (SELECT id FROM matched) ORDER BY order_id, position FOR NO KEY UPDATE),
  customer AS MATERIALIZED (
    SELECT id FROM customer_order WHERE id IN (SELECT order_id FROM locked) ORDER BY id FOR UPDATE),
  updated AS (
    UPDATE seller_order SET status = 'shipped', shipped_at = now(), updated_at = now(), version = version + 1
    WHERE id IN (SELECT l.id FROM locked l JOIN customer c ON c.id = l.order_id WHERE l.status = ANY ($4::text[]))
    RETURNING id, shipped_at, version),
  shipped AS (
    SELECT u.id, u.shipped_at, u.version, (SELECT min(place) FROM matched n WHERE n.id = u.id) AS place FROM updated u),
  inserted AS (
    INSERT INTO shipment (seller_order_id, courier_name, awb, tracking_url, shipped_at)
    SELECT s.id, courier_name, awb, tracking_url, s.shipped_at
    FROM shipped s JOIN unnest($5::text[], $6::text[], $7::text[]) WITH ORDINALITY AS parcel (courier_name, awb, tracking_url, place) USING (place))
  SELECT place::int, version, ${nameShippedOrdersSql("SELECT array_agg(id) FROM updated")} FROM shipped`

const STATUSES_SQL = `WITH ${SHIPMENT_INPUT_CTE}, ${MATCHED_SELLER_ORDERS_CTE} SELECT n.place::int, so.status FROM matched n JOIN seller_order so USING (id)`

async function shipLive(
  tx: Queryable,
  storeId: number,
  shipments: readonly SellerOrderShipment[],
): Promise<ShipmentOutcome[]> {
  const given = [
    storeId,
    shipments.map(({ id }) => parsePublicId("seller_order", id)),
    shipments.map(({ id }) => (SELLER_ORDER_NUMBER.test(id) ? id : null)),
  ]
  const parcels = [
    shipments.map(({ courier_name: courier }) => courier),
    shipments.map(({ awb }) => awb),
    shipments.map(({ tracking_url: url }) => url ?? null),
  ]
  const [shipped, , read] = await Promise.all([
    query<{ place: number; version: number }>(SHIP_SQL, [...given, SHIPPABLE_STATUSES, ...parcels], tx),
    recordShipments(tx, { mailDelay: MAIL_DELAY }),
    query<{ place: number; status: OrderStatus }>(STATUSES_SQL, given, tx),
  ])
  const versions = new Map(shipped.map(({ place, version }) => [place, version]))
  const statuses = new Map(read.map(({ place, status }) => [place, status]))
  return shipments.map((_, index) => {
    const [version, status] = [versions.get(index + 1), statuses.get(index + 1)]
    if (version !== undefined) return version
    return status ? shipStateError(status) : new Problem("not_found")
  })
}

async function shipInSandbox(
  tx: Queryable,
  store: { world: World; storeId: number },
  shipments: readonly SellerOrderShipment[],
): Promise<ShipmentOutcome[]> {
  const outcomes: ShipmentOutcome[] = []
  for (const { id, ...parcel } of shipments)
    try {
      outcomes.push((await shipSellerOrder(tx, { ...store, id }, parcel)).version)
    } catch (error) {
      if (!isProblem(error)) throw error
      outcomes.push(error)
    }
  return outcomes
}
