import { Problem } from "@/domain/problem"
import { canTransition } from "@/domain/order-status"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { parsePublicId, publicId } from "@/domain/public-id"
import type { World } from "@/domain/world"
import type { SellerOrderSort } from "@/domain/seller-order-sort"
import type { OrderAction, StoreOrder, StoreOrderFilter } from "@/features/seller-orders/schema"
import { storeOrderFilterSql } from "@/features/seller-orders/store-order-filter"
import { SELLER_ORDER_TABLES_SQL, sellerOrderSql } from "@/orders/seller-order-json"
import { toSellerOrderKey } from "@/orders/seller-order-lookup"
import { canBeToShip, toShipSql } from "@/orders/to-ship"
import { countRows } from "@/platform/db/count-rows"
import { query } from "@/platform/db/query"
import { env } from "@/platform/env"
import type { SellerOrder } from "@/orders/schema"

interface StoreOrderRow {
  order: SellerOrder
  discount_share: number
  cash_on_delivery: boolean
  to_ship: boolean
}

interface Store {
  world: World
  storeId: number
}

type Direction = "ASC" | "DESC"
type ShipBySort = Extract<SellerOrderSort, "ship_by" | "-ship_by">

function isByDeadline(sort: SellerOrderSort): sort is ShipBySort {
  return sort === "ship_by" || sort === "-ship_by"
}

/**
 * SQL of the order by the time to ship by. Only orders that are to be shipped have one that matters: the others come
 * last in both directions, the newest first.
 */
function byDeadlineSql(table: string, direction: Direction): string {
  return `${toShipSql(table)} DESC, CASE WHEN ${toShipSql(table)} THEN ${table}.ship_by END ${direction}, ${table}.placed_at DESC, ${table}.id DESC`
}

/** @param origin the placeholder of the origin of our URLs */
function selectSql(origin: string): string {
  return `
  SELECT ${sellerOrderSql(`${origin}::text`)} AS order, so.discount_share, so.cash_on_delivery,
    ${toShipSql("so")} AS to_ship
  FROM ${SELLER_ORDER_TABLES_SQL}`
}

/**
 * A store's orders, with the actions that each allows: by default those that are to be shipped first, the most urgent
 * on top, and then the newest.
 */
export function listStoreOrders(
  store: Store,
  { sort = "ship_by", ...request }: PageRequest & Partial<StoreOrderFilter>,
): Promise<Page<StoreOrder>> {
  if (request.q !== undefined && request.q !== "") return searchOrders(store, { ...request, sort })
  return isByDeadline(sort) ? listByDeadline(store, { ...request, sort }) : listSorted(store, { ...request, sort })
}

/**
 * Reads one order of a store, by its id or number.
 * @throws Problem not_found
 */
export async function getStoreOrder({ world, storeId }: Store, id: string): Promise<StoreOrder> {
  const [column, value] = toSellerOrderKey(id)
  const [row] = await query<StoreOrderRow>(
    `${selectSql("$4")} WHERE so.${column} = $1 AND so.store_id = $2 AND so.world_id = $3`,
    [value, storeId, world.id, env.appUrl],
  )
  if (!row) throw new Problem("not_found")
  return toStoreOrder(row)
}

/** The orders that contain a text. All orders of the store are read once, for the page and the total. */
async function searchOrders(
  store: Store,
  { sort, ...request }: PageRequest & Partial<StoreOrderFilter> & { sort: SellerOrderSort },
): Promise<Page<StoreOrder>> {
  const { where, values } = storeOrderFilterSql(store, request)
  const [limit, offset] = [1, 2].map((place) => `$${values.length + place}`)
  const [found] = await query<{ total: number; ids: string[] }>(
    `WITH found AS MATERIALIZED (SELECT id, status, payment_status, cash_on_delivery, placed_at, ship_by, updated_at FROM seller_order WHERE ${where})
     SELECT (SELECT count(*)::int FROM found) AS total,
       ARRAY(SELECT id FROM found ORDER BY ${orderSql(sort, "found")} LIMIT ${limit} OFFSET ${offset}) AS ids`,
    [...values, request.per_page, offsetOf(request)],
  )
  return { rows: await readByIds(store, found?.ids ?? []), total: found?.total ?? 0 }
}

function directionOf(sort: SellerOrderSort): Direction {
  return sort.startsWith("-") ? "DESC" : "ASC"
}

/** SQL of a list's order. */
function orderSql(sort: SellerOrderSort, table: string): string {
  return isByDeadline(sort) ? byDeadlineSql(table, directionOf(sort)) : sortedSql(sort, table)
}

/** SQL of an order by the column of a sort order. */
function sortedSql(sort: Exclude<SellerOrderSort, ShipBySort>, table: string): string {
  const [column, direction] = [sort.replace("-", ""), directionOf(sort)]
  return `${table}.${column} ${direction}, ${table}.id ${direction}`
}

/**
 * The ids of all orders of a list, in its order. One statement reads them, so they are the list at one moment, whatever
 * moves while the orders themselves are read.
 */
export async function listStoreOrderIds(
  store: Store,
  { sort = "ship_by", ...filter }: Partial<StoreOrderFilter>,
): Promise<string[]> {
  const { where, values } = storeOrderFilterSql(store, filter)
  const rows = await query<{ id: string }>(
    `SELECT id FROM seller_order WHERE ${where}
     ORDER BY ${orderSql(sort, "seller_order")}`,
    values,
  )
  return rows.map(({ id }) => publicId("seller_order", id))
}

/** Reads orders of a store by their ids, in that order; without those that are not its own. */
export function readStoreOrders(store: Store, ids: readonly string[]): Promise<StoreOrder[]> {
  return readByIds(
    store,
    ids.map((id) => parsePublicId("seller_order", id)).filter((uuid) => uuid !== null),
  )
}

async function readByIds({ world, storeId }: Store, uuids: readonly string[]): Promise<StoreOrder[]> {
  const rows = await query<StoreOrderRow>(
    `${selectSql("$4")} WHERE so.id = ANY ($1::uuid[]) AND so.store_id = $2 AND so.world_id = $3
     ORDER BY array_position($1::uuid[], so.id)`,
    [uuids, storeId, world.id, env.appUrl],
  )
  return rows.map(toStoreOrder)
}

async function listSorted(
  store: Store,
  { sort, ...request }: PageRequest & Partial<StoreOrderFilter> & { sort: Exclude<SellerOrderSort, ShipBySort> },
): Promise<Page<StoreOrder>> {
  const { where, values } = storeOrderFilterSql(store, request)
  const [limit, offset, origin] = [1, 2, 3].map((place) => `$${values.length + place}`)
  const [rows, total] = await Promise.all([
    query<StoreOrderRow>(
      `${selectSql(origin ?? "")}
       WHERE so.id IN (SELECT id FROM seller_order WHERE ${where} ORDER BY ${sortedSql(sort, "seller_order")}
                      LIMIT ${limit} OFFSET ${offset})
       ORDER BY ${sortedSql(sort, "so")}`,
      [...values, request.per_page, offsetOf(request), env.appUrl],
    ),
    countRows(`SELECT FROM seller_order WHERE ${where}`, values),
  ])
  return { rows: rows.map(toStoreOrder), total }
}

/** As two lists, because each has an index for its order. */
async function listByDeadline(
  store: Store,
  { sort, ...request }: PageRequest & Partial<StoreOrderFilter> & { sort: ShipBySort },
): Promise<Page<StoreOrder>> {
  const { status } = request
  const { where, values } = storeOrderFilterSql(store, request)
  const isToShip = toShipSql("seller_order")
  const [toShipCount, otherCount] = await Promise.all([
    status === undefined || canBeToShip(status)
      ? countRows(`SELECT FROM seller_order WHERE ${where} AND ${isToShip}`, values)
      : 0,
    status === undefined || !canTransition(status, "shipped")
      ? countRows(`SELECT FROM seller_order WHERE ${where} AND NOT ${isToShip}`, values)
      : 0,
  ])
  const offset = offsetOf(request)
  const toShipRows = Math.max(0, Math.min(request.per_page, toShipCount - offset))
  const [limit, skipped, otherLimit, othersSkipped, origin] = [1, 2, 3, 4, 5].map(
    (place) => `$${values.length + place}`,
  )
  const rows = await query<StoreOrderRow>(
    `${selectSql(origin ?? "")}
     WHERE so.id = ANY (ARRAY(
       (SELECT id FROM seller_order WHERE ${where} AND ${isToShip} ORDER BY ship_by ${directionOf(sort)}, placed_at DESC, id DESC LIMIT ${limit} OFFSET ${skipped})
       UNION ALL
       (SELECT id FROM seller_order WHERE ${where} AND NOT ${isToShip} ORDER BY placed_at DESC, id DESC LIMIT ${otherLimit} OFFSET ${othersSkipped})))
     ORDER BY ${byDeadlineSql("so", directionOf(sort))}`,
    [
      ...values,
      toShipRows,
      offset,
      otherCount > 0 ? request.per_page - toShipRows : 0,
      Math.max(0, offset - toShipCount),
      env.appUrl,
    ],
  )
  return { rows: rows.map(toStoreOrder), total: toShipCount + otherCount }
}

function toStoreOrder(row: StoreOrderRow): StoreOrder {
  const { order, discount_share: discount, cash_on_delivery, to_ship: toShip } = row
  const { status, payment_status: payment, total, refunded_total: refunded } = order
  const paid = payment === "paid" || payment === "partially_refunded"
  const refundable = paid ? total - discount - refunded : 0
  const allowed: Record<OrderAction, boolean> = {
    confirm: canTransition(status, "confirmed") && toShip,
    pack: canTransition(status, "packed"),
    ship: canTransition(status, "shipped"),
    deliver: canTransition(status, "delivered"),
    cancel: canTransition(status, "cancelled"),
    refund: refundable > 0,
  }
  return {
    ...order,
    cash_on_delivery,
    refundable,
    voucher: discount,
    allowed_actions: (Object.keys(allowed) as OrderAction[]).filter((action) => allowed[action]),
  }
}
