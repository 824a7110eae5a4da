import { accountOfPasskey, type PasskeyAnswer } from "@/auth/passkeys"
import { verifyPassword } from "@/auth/password"
import { limitSubject } from "@/auth/network"
import { Throttled } from "@/auth/throttled"
import { Problem } from "@/domain/problem"
import { query } from "@/platform/db"
import { takeFromLimit } from "@/platform/rate-limit"

const WINDOW_SECONDS = 15 * 60
/** Attempts in a window, for one e-mail address and for one place they come from. */
const PER_EMAIL = 10
const PER_ADDRESS = 60
/** Longer ones belong to no account. */
const PASSWORD_MAX = 200
const EMAIL_MAX = 254

export interface RightPassword {
  accountId: string
  /** Whether the account has a second factor, without which the password signs nobody in. */
  secondStep: boolean
}

const LOOK_UP = `
  SELECT id, password_hash,
         EXISTS (SELECT FROM totp t WHERE t.account_id = a.id AND t.confirmed_at IS NOT NULL) OR EXISTS (SELECT FROM passkey p WHERE p.account_id = a.id) AS second_step
  FROM account a WHERE email = $1 AND locked_at IS NULL`

/**
 * The account that an e-mail address and password belong to; null when they belong to none, without telling which is wrong.
 * @throws Throttled
 */
export const checkPassword = async (
  email: string,
  password: string,
  address: string | null,
): Promise<RightPassword | null> => {
  if (email.length > EMAIL_MAX || email.includes("\0") || password.length > PASSWORD_MAX) return null
  // Whoever is refused for where they come from uses up nobody's attempts.
  await count(`sign-in:from:${limitSubject(address)}`, PER_ADDRESS)
  await count(`sign-in:email:${email.trim().toLowerCase()}`, PER_EMAIL)
  const [account] = await query<{ id: string; password_hash: string | null; second_step: boolean }>(LOOK_UP, [
    email.trim(),
  ])
  const right = await verifyPassword(account?.password_hash ?? null, password).catch((error: unknown) => {
    throw error instanceof Problem && error.retryAfter !== undefined ? new Throttled(error.retryAfter) : error
  })
  return account && right ? { accountId: account.id, secondStep: account.second_step } : null
}

/**
 * The account that a passkey belongs to, null when it belongs to none. It counts as password and second factor at once.
 * @throws Throttled
 */
export const checkPasskey = async (answer: PasskeyAnswer, address: string | null): Promise<string | null> => {
  await count(`sign-in:from:${limitSubject(address)}`, PER_ADDRESS)
  return accountOfPasskey(answer)
}

const count = async (subject: string, most: number): Promise<void> => {
  const { allowed, resetSeconds } = await takeFromLimit(subject, most, WINDOW_SECONDS)
  if (!allowed) throw new Throttled(resetSeconds)
}
