import { verifyPassword } from "@/auth/password"
import { limitSubject } from "@/auth/network"
import { query } from "@/platform/db"
import { takeFromLimit } from "@/platform/rate-limit"

const WINDOW_SECONDS = 15 * 60
/** Attempts in a window, for one e-mail address and for one place they come from. */
const PER_EMAIL = 10
const PER_ADDRESS = 60
/** Longer ones belong to no account. */
const PASSWORD_MAX = 200
const EMAIL_MAX = 254

/** Too many attempts: the sign-in page shows how long to wait. */
export class Throttled extends Error {
  constructor(readonly seconds: number) {
    super(`throttled:${seconds}`)
  }
}

/**
 * The account that an e-mail address and password belong to; null when they belong to none, without telling which is wrong.
 * @throws Throttled
 */
export const signIn = async (email: string, password: string, address: string | null): Promise<string | null> => {
  if (email.length > EMAIL_MAX || email.includes("\0") || password.length > PASSWORD_MAX) return null
  const allowances = await Promise.all([
    takeFromLimit(`sign-in:email:${email.trim().toLowerCase()}`, PER_EMAIL, WINDOW_SECONDS),
    takeFromLimit(`sign-in:from:${limitSubject(address)}`, PER_ADDRESS, WINDOW_SECONDS),
  ])
  const refused = allowances.filter(({ allowed }) => !allowed)
  if (refused.length > 0) throw new Throttled(Math.max(...refused.map(({ resetSeconds }) => resetSeconds)))
  const [account] = await query<{ id: string; password_hash: string | null }>("SELECT id, password_hash FROM account WHERE email = $1 AND locked_at IS NULL", [
    email.trim(),
  ])
  const right = await verifyPassword(account?.password_hash ?? null, password)
  return account && right ? account.id : null
}
