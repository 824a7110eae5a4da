import { type Queryable, query } from "@/platform/db"

/**
 * Gives an account another password: the links that were mailed for one work no longer, and the sessions end.
 * @param passwordHash as hashPassword makes it
 * @param except the session that stays; it counts as proved just now
 */
export const setPassword = async (
  tx: Queryable,
  accountId: string,
  passwordHash: string,
  except: string | null,
): Promise<void> => {
  await query(
    "UPDATE account SET password_hash = $2, password_changed_at = now(), updated_at = now() WHERE id = $1",
    [accountId, passwordHash],
    tx,
  )
  await query(
    "UPDATE email_token SET used_at = now() WHERE account_id = $1 AND purpose = 'reset_password' AND used_at IS NULL",
    [accountId],
    tx,
  )
  await query(
    "UPDATE session SET revoked_at = now() WHERE account_id = $1 AND revoked_at IS NULL AND id IS DISTINCT FROM $2::uuid",
    [accountId, except],
    tx,
  )
  await query("UPDATE sign_in_step SET used_at = now() WHERE account_id = $1 AND used_at IS NULL", [accountId], tx)
  if (except !== null) await query("UPDATE session SET proved_at = now() WHERE id = $1", [except], tx)
}
