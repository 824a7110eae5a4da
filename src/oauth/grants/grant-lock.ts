import type { Scope } from "@/domain/scope"
import { type Queryable, query } from "@/platform/db"

interface LiveGrant {
  scopes: Scope[]
  live: boolean
}

/**
 * Locks a grant. Everything that mints, rotates or revokes its tokens does so under this lock, and sees here whether it still lives:
 * not after it was removed, its account locked or its password changed since the person signed in for it. PostgreSQL reads a row that it
 * had to wait for once more, so what is seen of the grant is what its last holder left.
 */
export const lockGrant = async (tx: Queryable, grantId: string, authTime: Date): Promise<LiveGrant> => {
  const [grant] = await query<LiveGrant>(
    `SELECT g.scopes, g.revoked_at IS NULL AND a.locked_at IS NULL AND (a.password_changed_at IS NULL OR a.password_changed_at <= $2) AS live
     FROM oauth_grant g JOIN account a ON a.id = g.account_id WHERE g.id = $1 FOR UPDATE OF g`,
    [grantId, authTime],
    tx,
  )
  return grant ?? { scopes: [], live: false }
}
