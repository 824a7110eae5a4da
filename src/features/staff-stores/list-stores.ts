// SQL: it searches by expressions that are indexed, and sorts by expressions.
import { LIVE_WORLD_SQL } from "@/domain/world"
import type { Page, PageRequest } from "@/domain/page"
import { offsetOf } from "@/domain/page"
import { publicId } from "@/domain/public-id"
import type { StaffStore } from "@/features/staff-stores/schema"
import { type NameMatch, nameMatches, withSimilar } from "@/platform/db/name-search"
import { query } from "@/platform/db/query"
import { toTimestamp, toTimestampOrNull } from "@/trpc/wire"

interface StoreRow extends Omit<StaffStore, "created_at" | "approved_at" | "owner"> {
  created_at: Date
  approved_at: Date | null
  owner_id: string | null
  owner_name: string
  owner_email: string
}

const filterSql = (q: string, match: NameMatch): string =>
  `s.world_id = ${LIVE_WORLD_SQL} AND ($1::text IS NULL OR s.status = $1) AND ${
    q === ""
      ? "$2 = ''"
      : `s.id IN (
          SELECT id FROM store WHERE ${nameMatches(match, q, "lower(' ' || slug || ' ' || name)", "name", "$2")}
          UNION SELECT m.store_id FROM store_member m JOIN account o ON o.id = m.account_id
          WHERE m.role = 'owner' AND ${nameMatches(match, q, "lower(' ' || o.email::text || ' ' || o.name)", "o.name", "$2")})`
  }`

const STORE_TABLES_SQL =
  "store s LEFT JOIN store_member m ON m.store_id = s.id AND m.role = 'owner' LEFT JOIN account o ON o.id = m.account_id"

const storesSql = (q: string, match: NameMatch): string => `
  SELECT s.slug, s.name, s.description, s.status, s.is_official, s.city, s.district, s.state, s.pincode, s.support_email, s.created_at, s.approved_at,
         o.id AS owner_id, o.name AS owner_name, o.email AS owner_email,
         (SELECT count(*)::int FROM store_member WHERE store_id = s.id) AS people,
         (SELECT count(*)::int FROM product WHERE store_id = s.id) AS products,
         EXISTS (SELECT FROM store_member WHERE store_id = s.id AND account_id = $3) AS own
  FROM ${STORE_TABLES_SQL} WHERE ${filterSql(q, match)}
  ORDER BY s.status <> 'pending', CASE WHEN s.status = 'pending' THEN s.created_at END, lower(s.name), s.id
  LIMIT $4 OFFSET $5`

/**
 * The stores: first those that wait for a decision, oldest first, then by name. If none matches the search text, those
 * with a similar name, or whose owner has one.
 */
export const listStores = (
  readerId: string,
  { status, q, ...page }: PageRequest & { status?: string | undefined; q: string },
): Promise<Page<StaffStore> & { similar: boolean }> =>
  withSimilar(q, async (match) => {
    const [rows, [count]] = await Promise.all([
      query<StoreRow>(storesSql(q, match), [status ?? null, q, readerId, page.per_page, offsetOf(page)]),
      query<{ total: number }>(`SELECT count(*)::int AS total FROM ${STORE_TABLES_SQL} WHERE ${filterSql(q, match)}`, [
        status ?? null,
        q,
      ]),
    ])
    return { rows: rows.map(toStore), total: count?.total ?? 0 }
  })

const toStore = ({ owner_id, owner_name, owner_email, created_at, approved_at, ...row }: StoreRow): StaffStore => ({
  ...row,
  created_at: toTimestamp(created_at),
  approved_at: toTimestampOrNull(approved_at),
  owner: owner_id === null ? null : { id: publicId("account", owner_id), name: owner_name, email: owner_email },
})
