import { renewRecoveryCodes } from "@/auth/recovery-codes"
import { Problem } from "@/domain/problem"
import { type Queryable, query } from "@/platform/db"

/** Locks an account, so that its factors are counted one request at a time. */
export const lockAccount = async (tx: Queryable, accountId: string): Promise<{ email: string }> => {
  const [account] = await query<{ email: string }>(
    "SELECT email FROM account WHERE id = $1 AND locked_at IS NULL FOR UPDATE",
    [accountId],
    tx,
  )
  if (!account) throw new Problem("not_found")
  return account
}

/** Codes for the day on which the first factor is lost; null when the account has some already. */
export const firstRecoveryCodes = async (tx: Queryable, accountId: string): Promise<string[] | null> => {
  const [known] = await query("SELECT FROM recovery_code WHERE account_id = $1 LIMIT 1", [accountId], tx)
  return known ? null : renewRecoveryCodes(tx, accountId)
}

/** Without a second factor there is nothing to recover. */
export const dropIdleRecoveryCodes = async (tx: Queryable, accountId: string): Promise<void> => {
  await query(
    `DELETE FROM recovery_code WHERE account_id = $1
     AND NOT EXISTS (SELECT FROM totp WHERE account_id = $1 AND confirmed_at IS NOT NULL) AND NOT EXISTS (SELECT FROM passkey WHERE account_id = $1)`,
    [accountId],
    tx,
  )
}
