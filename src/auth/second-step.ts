import { countProof, isProof, type Proof, type ProofPlace } from "@/auth/proof"
import { query, transaction } from "@/platform/db"
import { env } from "@/platform/env"
import { mintLinkToken, sha256 } from "@/platform/secrets"

// Between the password and the second factor, the browser holds a token in a cookie that scripts cannot read.

const LIFETIME_SECONDS = 10 * 60
/** Guesses for one password that was right. */
const ATTEMPTS = 5
const SECURE = env.appUrl.startsWith("https:")
const TOKEN = /^[A-Za-z0-9_-]{43}$/

export const STEP_COOKIE = `${SECURE ? "__Host-" : ""}haat-second-step`

const stepCookie = (token: string, seconds: number): string =>
  `${STEP_COOKIE}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${SECURE ? "; Secure" : ""}`

/** The Set-Cookie header that forgets a step. */
export const NO_STEP = stepCookie("", 0)

/** Begins the second step of a sign-in; gives the Set-Cookie header for it. */
export const openStep = async (accountId: string): Promise<string> => {
  const token = mintLinkToken()
  await query(
    "INSERT INTO sign_in_step (hash, account_id, expires_at) VALUES ($1, $2, now() + make_interval(secs => $3))",
    [sha256(token), accountId, LIFETIME_SECONDS],
  )
  return stepCookie(token, LIFETIME_SECONDS)
}

/** The step's token among the cookies of a request. */
export const stepToken = (cookies: string | null | undefined): string | null => {
  const pair = (cookies ?? "").split(/; */).find((each) => each.startsWith(`${STEP_COOKIE}=`))
  return pair?.slice(STEP_COOKIE.length + 1) ?? null
}

export interface Step {
  accountId: string
  totp: boolean
  passkeys: boolean
}

const LIVE = `used_at IS NULL AND expires_at > now() AND attempts < ${ATTEMPTS}`

/** What a step waits for; null when it has been taken, given up or forgotten. */
export const findStep = async (token: string | null | undefined): Promise<Step | null> => {
  if (!token || !TOKEN.test(token)) return null
  const [row] = await query<{ account_id: string; totp: boolean; passkeys: boolean }>(
    `SELECT s.account_id, EXISTS (SELECT FROM totp t WHERE t.account_id = s.account_id AND t.confirmed_at IS NOT NULL) AS totp,
            EXISTS (SELECT FROM passkey p WHERE p.account_id = s.account_id) AS passkeys
     FROM sign_in_step s WHERE s.hash = $1 AND ${LIVE}`,
    [sha256(token)],
  )
  return row ? { accountId: row.account_id, totp: row.totp, passkeys: row.passkeys } : null
}

/** The step is over: the sign-in begins anew. */
export class StepGone extends Error {
  constructor() {
    super("step_gone")
  }
}

/**
 * The account that has passed both steps; null when the proof is wrong.
 * @throws StepGone, Throttled
 */
export const passStep = async (
  token: string | null | undefined,
  proof: Exclude<Proof, { password: string }>,
  place: ProofPlace,
): Promise<string | null> => {
  if (!token || !TOKEN.test(token)) throw new StepGone()
  const hash = sha256(token)
  // Counted before it is looked at, and kept whatever comes of it.
  const [step] = await query<{ account_id: string }>(
    `UPDATE sign_in_step SET attempts = attempts + 1 WHERE hash = $1 AND ${LIVE} RETURNING account_id`,
    [hash],
  )
  if (!step) throw new StepGone()
  await countProof(step.account_id)
  return transaction(async (tx) => {
    if (!(await isProof(tx, step.account_id, proof, place))) return null
    const used = await query(
      "UPDATE sign_in_step SET used_at = now() WHERE hash = $1 AND used_at IS NULL RETURNING hash",
      [hash],
      tx,
    )
    const [account] = await query("SELECT FROM account WHERE id = $1 AND locked_at IS NULL", [step.account_id], tx)
    if (used.length === 0 || !account) throw new StepGone()
    return step.account_id
  })
}
