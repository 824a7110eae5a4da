import type { DeclaredDeprecation } from "@/domain/deprecation"
import { publicId } from "@/domain/public-id"
import { declaredFields, total } from "@/features/deprecations/declared-fields"
import type { StaffDeprecation } from "@/features/deprecations/schema"
import { query } from "@/platform/db/query"
import { deprecatedCallsSql } from "@/platform/request-log/deprecated-calls"

// SQL: calls are counted by credential over two tables.

const ACCOUNTS_MAX = 200

/** Who can change the code that calls: the developer of the app, else the account of the key. */
export const RESPONSIBLE_SQL = `
  SELECT coalesce(o.account_id, c.account_id) AS account_id, sum(c.calls)::bigint AS calls, max(c.last_called_at) AS last_called_at
  FROM (${deprecatedCallsSql("subject = $1")}) c LEFT JOIN oauth_app o ON o.id = c.app_id GROUP BY 1`

const ACCOUNTS_SQL = `
  SELECT a.id, a.name, a.email, r.calls, r.last_called_at FROM (${RESPONSIBLE_SQL}) r JOIN account a ON a.id = r.account_id
  WHERE a.deleted_at IS NULL ORDER BY r.calls DESC, a.id LIMIT ${ACCOUNTS_MAX + 1}`

interface AccountRow {
  id: string
  name: string
  email: string
  calls: string
  last_called_at: Date
}

/** What is deprecated of the API, and all accounts whose keys or apps still used it in the last 30 days. */
export async function listCallingAccounts(deprecations: readonly DeclaredDeprecation[]): Promise<StaffDeprecation[]> {
  const listed: StaffDeprecation[] = []
  for (const declaration of deprecations) {
    const rows = await query<AccountRow>(ACCOUNTS_SQL, [declaration.id])
    const shown = rows.slice(0, ACCOUNTS_MAX)
    listed.push({
      ...declaredFields(declaration),
      ...total(shown),
      accounts: shown.map((row) => ({
        ...{ id: publicId("account", row.id), name: row.name, email: row.email },
        ...total([row]),
      })),
      truncated: rows.length > ACCOUNTS_MAX,
    })
  }
  return listed
}
