import { type Queryable, query } from "@/platform/db/query"

// SQL: grants and tokens are locked and revoked in transactions of pg, which issue tokens, and of Prisma, which
// change accounts.

/** Locks all grants of an account. Issuing, rotating and revoking a grant's tokens requires this lock. */
export function lockGrantsOf(tx: Queryable, accountId: string): Promise<{ id: string; app_id: string }[]> {
  return query(
    "SELECT id, app_id FROM oauth_grant WHERE account_id = $1 AND revoked_at IS NULL ORDER BY id FOR UPDATE",
    [accountId],
    tx,
  )
}

/** Locks a grant. Issuing, rotating and revoking its tokens requires this lock. */
export async function lockGrant(tx: Queryable, grantId: string): Promise<void> {
  await query("SELECT FROM oauth_grant WHERE id = $1 FOR UPDATE", [grantId], tx)
}

/** Locks all grants to clients. Issuing, rotating and revoking a grant's tokens requires this lock. */
export function lockGrantsTo(tx: Queryable, appIds: string[]): Promise<{ id: string }[]> {
  return query(
    "SELECT id FROM oauth_grant WHERE app_id = ANY ($1) AND revoked_at IS NULL ORDER BY id FOR UPDATE",
    [appIds],
    tx,
  )
}

/**
 * Revokes grants with their codes and tokens. Tokens are issued under the lock of their grant, so none escapes. The
 * locks are taken in the order of the ids, against deadlocks.
 */
export async function revokeGrants(tx: Queryable, grantIds: string[]): Promise<void> {
  await query("SELECT FROM oauth_grant WHERE id = ANY($1) ORDER BY id FOR UPDATE", [grantIds], tx)
  await query("UPDATE oauth_grant SET revoked_at = now() WHERE id = ANY($1) AND revoked_at IS NULL", [grantIds], tx)
  await query("UPDATE oauth_code SET used_at = now() WHERE grant_id = ANY($1) AND used_at IS NULL", [grantIds], tx)
  await revokeTokens(tx, { grantIds })
}

/** Revokes the tokens of grants or of one authorization. The caller holds the grants' locks. */
export async function revokeTokens(
  tx: Queryable,
  which: { grantIds: string[] } | { authorizationId: string },
): Promise<void> {
  const [condition, value] =
    "grantIds" in which ? ["grant_id = ANY($1)", which.grantIds] : ["authorization_id = $1", which.authorizationId]
  for (const table of ["oauth_access_token", "oauth_refresh_token"]) {
    await query(`UPDATE ${table} SET revoked_at = now() WHERE ${condition} AND revoked_at IS NULL`, [value], tx)
  }
}
