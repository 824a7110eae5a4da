// SQL: it searches by expressions that are indexed, and sorts by one.
import type { AccountRole, AccountState } from "@/domain/staff-account-filter"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { publicId, parsePublicId } from "@/domain/public-id"
import type { AccountFilter, AccountSearchResult } from "@/features/staff-accounts/schema"
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

const STATE_SQL: Record<AccountState, string> = {
  locked: "a.locked_at IS NOT NULL",
  unverified: "a.email_verified_at IS NULL",
}

const ROLE_SQL: Record<AccountRole, string> = {
  staff: "'staff' = ANY (a.roles)",
  store: "a.id IN (SELECT account_id FROM store_member)",
}

// Without a search text the condition is left out, because no index could serve "or everything".
function filterSql({ q, state, role }: AccountFilter, match: NameMatch): string {
  return [
    "a.deleted_at IS NULL AND a.created_at >= $3::timestamptz AND a.created_at < $4::timestamptz",
    q === ""
      ? "$1 = '' AND $2::uuid IS NULL"
      : `(a.id = $2 OR ${nameMatches(match, q, "lower(' ' || a.email::text || ' ' || a.name)", "a.name", "$1")})`,
    ...(state ? [STATE_SQL[state]] : []),
    ...(role ? [ROLE_SQL[role]] : []),
  ].join(" AND ")
}

// A name as it was typed comes before one that sounds like it.
function accountsSql(filter: AccountFilter, match: NameMatch): string {
  return `
  SELECT ${ACCOUNT_COLUMNS} FROM account a WHERE ${filterSql(filter, match)}
  ORDER BY ${filter.q === "" ? "" : `lower(' ' || a.email::text || ' ' || a.name) NOT LIKE part_pattern($1), `}a.locked_at IS NULL, a.created_at DESC, a.id DESC
  LIMIT $5 OFFSET $6`
}

/**
 * The accounts that match: locked ones first, then the newest. If none matches the search text, accounts with a similar
 * name or email address.
 */
export function findAccounts(filter: PageRequest & AccountFilter): Promise<Page<AccountRow> & { similar: boolean }> {
  const { q, created_from: from, created_before: before } = filter
  return exactElseSimilar(q, async (match) => {
    const filterValues = [q, parsePublicId("account", q), from ?? "-infinity", before ?? "infinity"]
    const [rows, [count]] = await Promise.all([
      query<AccountRow>(accountsSql(filter, match), [...filterValues, filter.per_page, offsetOf(filter)]),
      query<{ total: number }>(
        `SELECT count(*)::int AS total FROM account a WHERE ${filterSql(filter, match)}`,
        filterValues,
      ),
    ])
    return { rows, total: count?.total ?? 0 }
  })
}
