// SQL: it searches literally (strpos), while Prisma's contains treats % and _ as wildcards of LIKE, and sorts by
// expressions.
import type { Page, PageRequest } from "@/domain/page"
import { offsetOf } from "@/domain/page"
import { publicId } from "@/domain/public-id"
import type { StaffStore } from "@/features/staff-stores/schema"
import { query } from "@/platform/db/query"
import { toTimestamp, toTimestampOrNull } from "@/trpc/wire"

interface StoreRow extends Omit<StaffStore, "created_at" | "approved_at" | "owner"> {
  created_at: Date
  approved_at: Date | null
  owner_id: string | null
  owner_name: string
  owner_email: string
}

const STORE_FILTER_SQL =
  "($1::text IS NULL OR s.status = $1) AND ($2 = '' OR strpos(lower(s.slug || ' ' || s.name || ' ' || coalesce(o.name || ' ' || o.email, '')), lower($2)) > 0)"

const STORE_TABLES_SQL =
  "store s LEFT JOIN store_member m ON m.store_id = s.id AND m.role = 'owner' LEFT JOIN account o ON o.id = m.account_id"

const STORES_SQL = `
  SELECT s.slug, s.name, s.description, s.status, s.is_official, s.city, s.district, s.state, s.pincode, s.support_email, s.created_at, s.approved_at,
         o.id AS owner_id, o.name AS owner_name, o.email AS owner_email,
         (SELECT count(*)::int FROM store_member WHERE store_id = s.id) AS people,
         (SELECT count(*)::int FROM product WHERE store_id = s.id) AS products,
         EXISTS (SELECT FROM store_member WHERE store_id = s.id AND account_id = $3) AS own
  FROM ${STORE_TABLES_SQL} WHERE ${STORE_FILTER_SQL}
  ORDER BY s.status <> 'pending', CASE WHEN s.status = 'pending' THEN s.created_at END, lower(s.name), s.id
  LIMIT $4 OFFSET $5`

/** The stores: first those that wait for a decision, oldest first, then by name. */
export const listStores = async (
  readerId: string,
  { status, q, ...page }: PageRequest & { status?: string | undefined; q: string },
): Promise<Page<StaffStore>> => {
  const [rows, [count]] = await Promise.all([
    query<StoreRow>(STORES_SQL, [status ?? null, q, readerId, page.per_page, offsetOf(page)]),
    query<{ total: number }>(`SELECT count(*)::int AS total FROM ${STORE_TABLES_SQL} WHERE ${STORE_FILTER_SQL}`, [
      status ?? null,
      q,
    ]),
  ])
  return { rows: rows.map(toStore), total: count?.total ?? 0 }
}

const toStore = ({ owner_id, owner_name, owner_email, created_at, approved_at, ...row }: StoreRow): StaffStore => ({
  ...row,
  created_at: toTimestamp(created_at),
  approved_at: toTimestampOrNull(approved_at),
  owner: owner_id === null ? null : { id: publicId("account", owner_id), name: owner_name, email: owner_email },
})
