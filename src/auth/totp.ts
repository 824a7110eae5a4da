import { verify } from "otplib"
import { type Queryable, query } from "@/platform/db"
import { decrypt } from "@/platform/secrets"

// RFC 6238 with what every authenticator app assumes: SHA-1, six digits, steps of 30 seconds.

/** A code of the step before or after counts too: clocks differ. */
const TOLERANCE_SECONDS = 30
const STEP_SECONDS = 30
const CODE = /^\d{6}$/

/** What a seed is encrypted for. */
export const totpIdentity = (accountId: string): string => `totp:${accountId}`

/** The step whose code this is; null when it is none of those that count now. */
const stepOf = async (seed: string, code: string): Promise<number | null> => {
  const result = await verify({ secret: seed, token: code, epochTolerance: TOLERANCE_SECONDS })
  return result.valid && "epoch" in result ? Math.floor(result.epoch / STEP_SECONDS) : null
}

/**
 * Uses up the code of an account's authenticator app: no code counts twice, whichever requests come at once.
 * @param confirmed false for one that is being set up
 */
export const takeTotpCode = async (
  tx: Queryable,
  accountId: string,
  code: string,
  confirmed = true,
): Promise<boolean> => {
  if (!CODE.test(code)) return false
  const [row] = await query<{ seed_encrypted: Buffer }>(
    "SELECT seed_encrypted FROM totp WHERE account_id = $1 AND (confirmed_at IS NOT NULL) = $2",
    [accountId, confirmed],
    tx,
  )
  const step = row ? await stepOf(decrypt(row.seed_encrypted, totpIdentity(accountId)), code) : null
  if (step === null) return false
  const taken = await query(
    `UPDATE totp SET last_step = $2, confirmed_at = coalesce(confirmed_at, now())
     WHERE account_id = $1 AND last_step < $2 AND (confirmed_at IS NOT NULL) = $3 RETURNING account_id`,
    [accountId, step, confirmed],
    tx,
  )
  return taken.length > 0
}
