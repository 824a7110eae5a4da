// SQL: it searches by expressions that are indexed, and sorts by one.
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { publicId, parsePublicId } from "@/domain/public-id"
import type { AccountSearchResult } from "@/features/staff-accounts/schema"
import { type NameMatch, nameMatches, exactElseSimilar } from "@/platform/db/name-search"
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

export function toAccountSearchResult({ id, created_at, locked_at, ...row }: AccountRow): AccountSearchResult {
  return {
    ...row,
    id: publicId("account", id),
    created_at: toTimestamp(created_at),
    locked_at: toTimestampOrNull(locked_at),
  }
}

// Without a search text the condition is left out, because no index could serve "or everything".
function filterSql(q: string, match: NameMatch): string {
  return q === ""
    ? "a.deleted_at IS NULL AND $1 = '' AND $2::uuid IS NULL"
    : `a.deleted_at IS NULL AND (a.id = $2 OR ${nameMatches(match, q, "lower(' ' || a.email::text || ' ' || a.name)", "a.name", "$1")})`
}

// A name as it was typed comes before one that sounds like it.
function accountsSql(q: string, match: NameMatch): string {
  return `
  SELECT ${ACCOUNT_COLUMNS} FROM account a WHERE ${filterSql(q, match)}
  ORDER BY ${q === "" ? "" : `lower(' ' || a.email::text || ' ' || a.name) NOT LIKE part_pattern($1), `}a.locked_at IS NULL, a.created_at DESC, a.id DESC
  LIMIT $3 OFFSET $4`
}

/**
 * The accounts that match a search text: locked ones first, then the newest. If there is none, accounts with a similar
 * name or email address.
 * @param q part of the email address or name, or an account's id; "" for all
 */
export function findAccounts({
  q,
  ...page
}: PageRequest & { q: string }): Promise<Page<AccountRow> & { similar: boolean }> {
  return exactElseSimilar(q, async (match) => {
    const filterValues = [q, parsePublicId("account", q)]
    const [rows, [count]] = await Promise.all([
      query<AccountRow>(accountsSql(q, match), [...filterValues, page.per_page, offsetOf(page)]),
      query<{ total: number }>(
        `SELECT count(*)::int AS total FROM account a WHERE ${filterSql(q, match)}`,
        filterValues,
      ),
    ])
    return { rows, total: count?.total ?? 0 }
  })
}
