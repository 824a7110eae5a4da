// SQL: it searches literally (strpos), while Prisma's contains treats % and _ as wildcards of LIKE, and sorts by an
// expression.
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { publicId, parsePublicId } from "@/domain/public-id"
import type { AccountSearchResult } from "@/features/staff-accounts/schema"
import { query } from "@/platform/db/query"
import { toTimestamp, toTimestampOrNull } from "@/trpc/wire"

export interface AccountRow {
  id: string
  name: string
  email: string
  verified: boolean
  staff: boolean
  created_at: Date
  locked_at: Date | null
}

const ACCOUNT_COLUMNS =
  "a.id, a.name, a.email, a.email_verified_at IS NOT NULL AS verified, 'staff' = ANY (a.roles) AS staff, a.created_at, a.locked_at"

export const toAccountSearchResult = ({ id, created_at, locked_at, ...row }: AccountRow): AccountSearchResult => ({
  ...row,
  id: publicId("account", id),
  created_at: toTimestamp(created_at),
  locked_at: toTimestampOrNull(locked_at),
})

const ACCOUNT_FILTER_SQL =
  "a.deleted_at IS NULL AND ($1 = '' OR a.id = $2 OR strpos(lower(a.email::text || ' ' || a.name), lower($1)) > 0)"

const ACCOUNTS_SQL = `
  SELECT ${ACCOUNT_COLUMNS} FROM account a WHERE ${ACCOUNT_FILTER_SQL}
  ORDER BY a.locked_at IS NULL, a.created_at DESC, a.id DESC LIMIT $3 OFFSET $4`

/**
 * The accounts that match a search text, locked ones first, then the newest.
 * @param q part of the email address or name, or an account's id; "" for all
 */
export const findAccounts = async ({ q, ...page }: PageRequest & { q: string }): Promise<Page<AccountRow>> => {
  const filterValues = [q, parsePublicId("account", q)]
  const [rows, [count]] = await Promise.all([
    query<AccountRow>(ACCOUNTS_SQL, [...filterValues, page.per_page, offsetOf(page)]),
    query<{ total: number }>(`SELECT count(*)::int AS total FROM account a WHERE ${ACCOUNT_FILTER_SQL}`, filterValues),
  ])
  return { rows, total: count?.total ?? 0 }
}
