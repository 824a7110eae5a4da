import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { Problem } from "@/domain/problem"
import type { StoreOfferSort } from "@/domain/store-offer"
import type { World } from "@/domain/world"
import type { StoreOffer, StoreOfferFilter } from "@/features/seller-products/schema"
import { OFFER_SQL } from "@/orders/offer"
import { countRows } from "@/platform/db/count-rows"
import { escapeLike } from "@/platform/db/like-pattern"
import { query } from "@/platform/db/query"

// SQL: offers are sorted and found by columns of two tables.

interface Store {
  storeId: number
  world: World
}

const TABLES_SQL = "product p JOIN product_variant v ON v.product_id = p.id AND v.world_id = p.world_id"
const WHERE_SQL = `
  p.store_id = $1 AND p.world_id = $2 AND ($3::text IS NULL OR p.status = $3) AND ($4::int IS NULL OR v.stock <= $4)
  AND ($5::text IS NULL OR all_names(p.name, p.names) ILIKE $5 OR v.name ILIKE $5 OR v.sku ILIKE $5)`
const SELECT_SQL = `
  SELECT ${OFFER_SQL} AS offer, json_build_object('id', p.id, 'name', p.name, 'status', p.status) AS product
  FROM ${TABLES_SQL}`

const SORT_COLUMNS = { name: "lower(p.name)", sku: "v.sku", stock: "v.stock", price: "v.price" } as const

function orderSql(sort: StoreOfferSort): string {
  const direction = sort.startsWith("-") ? "DESC" : "ASC"
  const column = SORT_COLUMNS[sort.replace("-", "") as keyof typeof SORT_COLUMNS]
  return `${column} ${direction}, lower(p.name), p.id, v.position, v.id`
}

function filterValues({ storeId, world }: Store, { status, max_stock: maxStock, q }: StoreOfferFilter): unknown[] {
  const pattern = q === undefined || q === "" ? null : `%${escapeLike(q)}%`
  return [storeId, world.id, status ?? null, maxStock ?? null, pattern]
}

interface OfferRow {
  offer: Omit<StoreOffer, "product">
  product: StoreOffer["product"]
}

function toStoreOffer({ offer, product }: OfferRow): StoreOffer {
  return { ...offer, product }
}

/** Lists the offers of a store, whether their products are for sale or not. */
export async function listStoreOffers(
  store: Store,
  request: PageRequest & StoreOfferFilter,
): Promise<Page<StoreOffer>> {
  const values = filterValues(store, request)
  const [rows, total] = await Promise.all([
    query<OfferRow>(`${SELECT_SQL} WHERE ${WHERE_SQL} ORDER BY ${orderSql(request.sort)} LIMIT $6 OFFSET $7`, [
      ...values,
      request.per_page,
      offsetOf(request),
    ]),
    countRows(`SELECT FROM ${TABLES_SQL} WHERE ${WHERE_SQL}`, values),
  ])
  return { rows: rows.map(toStoreOffer), total }
}

/** The ids of the variants of all offers of a list, in its order and at one moment. */
export async function listStoreOfferIds(store: Store, filter: StoreOfferFilter): Promise<number[]> {
  const rows = await query<{ id: number }>(
    `SELECT v.id FROM ${TABLES_SQL} WHERE ${WHERE_SQL} ORDER BY ${orderSql(filter.sort)}`,
    filterValues(store, filter),
  )
  return rows.map(({ id }) => id)
}

/** Reads offers of a store by the ids of their variants, in that order; without those that are not its own. */
export async function readStoreOffers({ storeId, world }: Store, ids: readonly number[]): Promise<StoreOffer[]> {
  const rows = await query<OfferRow>(
    `${SELECT_SQL} WHERE v.id = ANY ($1::int[]) AND p.store_id = $2 AND p.world_id = $3 ORDER BY array_position($1::int[], v.id)`,
    [ids, storeId, world.id],
  )
  return rows.map(toStoreOffer)
}

/**
 * Reads one offer of a store, by its SKU.
 * @throws Problem not_found
 */
export async function getStoreOffer({ storeId, world }: Store, sku: string): Promise<StoreOffer> {
  const [row] = await query<OfferRow>(`${SELECT_SQL} WHERE v.sku = $1 AND p.store_id = $2 AND p.world_id = $3`, [
    sku,
    storeId,
    world.id,
  ])
  if (!row) throw new Problem("not_found")
  return toStoreOffer(row)
}
