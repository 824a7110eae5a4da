import { type Queryable, query } from "@/platform/db/query"

// SQL, because grants and tokens are locked and revoked in transactions of pg, which issue tokens, and of Prisma, which
// change accounts.

/** Locks all grants of an account. Issuing, rotating and revoking a grant's tokens requires this lock. */
export const lockGrantsOf = (tx: Queryable, accountId: string): Promise<{ id: string; app_id: string }[]> =>
  query(
    "SELECT id, app_id FROM oauth_grant WHERE account_id = $1 AND revoked_at IS NULL ORDER BY id FOR UPDATE",
    [accountId],
    tx,
  )

/** Locks a grant. Issuing, rotating and revoking its tokens requires this lock. */
export const lockGrant = async (tx: Queryable, grantId: string): Promise<void> => {
  await query("SELECT FROM oauth_grant WHERE id = $1 FOR UPDATE", [grantId], tx)
}

/** Revokes a grant with its codes and tokens. Tokens are issued under the lock of the grant's row, so none escapes. */
export const revokeGrant = async (tx: Queryable, grantId: string): Promise<void> => {
  await lockGrant(tx, grantId)
  await query("UPDATE oauth_grant SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL", [grantId], tx)
  await query("UPDATE oauth_code SET used_at = now() WHERE grant_id = $1 AND used_at IS NULL", [grantId], tx)
  await revokeTokens(tx, { grantId })
}

/** Revokes the tokens of a grant or of one authorization. The caller holds the grant's lock. */
export const revokeTokens = async (
  tx: Queryable,
  which: { grantId: string } | { authorizationId: string },
): Promise<void> => {
  const [column, value] = "grantId" in which ? ["grant_id", which.grantId] : ["authorization_id", which.authorizationId]
  for (const table of ["oauth_access_token", "oauth_refresh_token"]) {
    await query(`UPDATE ${table} SET revoked_at = now() WHERE ${column} = $1 AND revoked_at IS NULL`, [value], tx)
  }
}
