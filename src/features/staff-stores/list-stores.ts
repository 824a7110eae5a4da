// SQL: it searches by expressions that are indexed, and sorts by expressions.
import { LIVE_WORLD_SQL } from "@/domain/world"
import type { Page, PageRequest } from "@/domain/page"
import { offsetOf } from "@/domain/page"
import { Problem } from "@/domain/problem"
import { publicId } from "@/domain/public-id"
import type { StaffStoreSort } from "@/domain/staff-store-sort"
import type { StaffStore, StoreFilter } from "@/features/staff-stores/schema"
import { type NameMatch, nameMatches, exactElseSimilar } from "@/platform/db/name-search"
import { query } from "@/platform/db/query"
import { toTimestamp, toTimestampOrNull } from "@/trpc/wire"

interface StoreRow extends Omit<StaffStore, "created_at" | "approved_at" | "owner"> {
  created_at: Date
  approved_at: Date | null
  owner_id: string | null
  owner_name: string
  owner_email: string
}

function filterSql(q: string, match: NameMatch): string {
  return `s.world_id = ${LIVE_WORLD_SQL} AND ($1::text IS NULL OR s.status = $1) AND ${
    q === ""
      ? "$2 = ''"
      : `s.id IN (
          SELECT id FROM store WHERE ${nameMatches(match, q, "lower(' ' || slug || ' ' || name)", "name", "$2")}
          UNION SELECT m.store_id FROM store_member m JOIN account o ON o.id = m.account_id
          WHERE m.role = 'owner' AND ${nameMatches(match, q, "lower(' ' || o.email::text || ' ' || o.name)", "o.name", "$2")})`
  }`
}

const STORE_TABLES_SQL =
  "store s LEFT JOIN store_member m ON m.store_id = s.id AND m.role = 'owner' LEFT JOIN account o ON o.id = m.account_id"

const PEOPLE_SQL = "(SELECT count(*)::int FROM store_member WHERE store_id = s.id)"
const PRODUCTS_SQL = "(SELECT count(*)::int FROM product WHERE store_id = s.id)"

/** @param reader the parameter that holds the staff member's account */
function columnsSql(reader: string): string {
  return `
  s.slug, s.name, s.description, s.status, s.is_official, s.city, s.district, s.state, s.pincode, s.support_email, s.created_at, s.approved_at,
  o.id AS owner_id, o.name AS owner_name, o.email AS owner_email, ${PEOPLE_SQL} AS people, ${PRODUCTS_SQL} AS products,
  EXISTS (SELECT FROM store_member WHERE store_id = s.id AND account_id = ${reader}) AS own`
}

const SORT_SQL: Record<StaffStoreSort, string> = {
  name: "lower(s.name)",
  "-name": "lower(s.name) DESC",
  created: "s.created_at",
  "-created": "s.created_at DESC",
  people: PEOPLE_SQL,
  "-people": `${PEOPLE_SQL} DESC`,
  products: PRODUCTS_SQL,
  "-products": `${PRODUCTS_SQL} DESC`,
}

function orderSql(sort: StaffStoreSort | undefined): string {
  return sort === undefined
    ? "s.status <> 'pending', CASE WHEN s.status = 'pending' THEN s.created_at END, lower(s.name), s.id"
    : `${SORT_SQL[sort]}, s.id`
}

/**
 * The stores in a sort order; without one, first those that wait for a decision, oldest first, then by name. If none
 * matches the search text, those with a similar name, or whose owner has one.
 */
export function listStores(
  readerId: string,
  { status, q, sort, ...page }: PageRequest & StoreFilter,
): Promise<Page<StaffStore> & { similar: boolean }> {
  return exactElseSimilar(q, async (match) => {
    const from = `FROM ${STORE_TABLES_SQL} WHERE ${filterSql(q, match)}`
    const [rows, [count]] = await Promise.all([
      query<StoreRow>(`SELECT ${columnsSql("$3")} ${from} ORDER BY ${orderSql(sort)} LIMIT $4 OFFSET $5`, [
        status ?? null,
        q,
        readerId,
        page.per_page,
        offsetOf(page),
      ]),
      query<{ total: number }>(`SELECT count(*)::int AS total ${from}`, [status ?? null, q]),
    ])
    return { rows: rows.map(toStore), total: count?.total ?? 0 }
  })
}

/** The slugs of all stores of a list, in its order. */
export async function listStoreSlugs({ status, q, sort }: StoreFilter): Promise<string[]> {
  const { slugs } = await exactElseSimilar(q, async (match) => {
    const found = await query<{ slug: string }>(
      `SELECT s.slug FROM ${STORE_TABLES_SQL} WHERE ${filterSql(q, match)} ORDER BY ${orderSql(sort)}`,
      [status ?? null, q],
    )
    return { slugs: found.map(({ slug }) => slug), total: found.length }
  })
  return slugs
}

/** Stores by their slugs, in that order; those that do not exist are left out. */
export async function readStores(readerId: string, slugs: readonly string[]): Promise<StaffStore[]> {
  const rows = await query<StoreRow>(
    `SELECT ${columnsSql("$2")} FROM ${STORE_TABLES_SQL}
     WHERE s.world_id = ${LIVE_WORLD_SQL} AND s.slug = ANY($1::text[]) ORDER BY array_position($1::text[], s.slug::text)`,
    [slugs, readerId],
  )
  return rows.map(toStore)
}

/** @throws Problem not_found */
export async function getStore(readerId: string, slug: string): Promise<StaffStore> {
  const [store] = await readStores(readerId, [slug])
  if (!store) throw new Problem("not_found")
  return store
}

function toStore({ owner_id, owner_name, owner_email, created_at, approved_at, ...row }: StoreRow): StaffStore {
  return {
    ...row,
    created_at: toTimestamp(created_at),
    approved_at: toTimestampOrNull(approved_at),
    owner: owner_id === null ? null : { id: publicId("account", owner_id), name: owner_name, email: owner_email },
  }
}
