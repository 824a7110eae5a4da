import { decode, encode } from "next-auth/jwt"
import { v7 as uuidv7 } from "uuid"
import { connectPendingIdentity } from "@/auth/external-identity/connect"
import { rememberDevice } from "@/auth/known-device"
import { PasskeyAssertion } from "@/auth/passkeys"
import { CLEAR_MFA_COOKIE, startMfaChallenge, verifyMfaChallenge, readMfaToken } from "@/auth/mfa-challenge"
import { checkPasskey, checkPassword, type SignInOrigin } from "@/auth/sign-in"
import { HANDLED_STORE_ID_SQL } from "@/auth/store-access"
import type { SessionCaller } from "@/domain/caller"
import type { Mode } from "@/domain/mode"
import { ALL_SCOPES } from "@/domain/scope"
import { cookieName, serializeCookie } from "@/http/cookies"
import { query, writeQuery } from "@/platform/db/query"
import { prismaTransaction } from "@/platform/db/transaction"
import { withTimeout } from "@/platform/concurrency/timeout"
import { derivedKey } from "@/platform/secrets"

// next-auth keeps the cookie, and a row keeps the session, so that other devices can end it. SQL, because it is read
// for each request, and because its time is the database's now(), with which an authorization request's time is
// compared.

export const SESSION_SECONDS = 30 * 24 * 60 * 60
const CODE_MAX = 40

export const SESSION_COOKIE = cookieName("next-auth.session-token")

export function sessionSecret(): string {
  return derivedKey("sessions").toString("base64url")
}

/** The password was correct, and the second factor is required. */
export class MfaRequired extends Error {
  constructor() {
    super("second_step")
  }
}

interface SignInFields {
  email?: string
  password?: string
  /** A code of an authenticator app or a recovery code, for the second step that the cookie names. */
  code?: string
  /** A passkey's response as JSON: the second step if one is pending, otherwise a sign-in by itself. */
  passkey?: string
}

export interface SignInContext extends SignInOrigin {
  /** The request ID of the audit log; a new one by default. */
  requestId?: string
  setCookie: (cookie: string) => void
}

/**
 * Returns the account that may sign in; null if the credentials are wrong.
 * @throws MfaRequired, MfaChallengeExpired, Throttled
 */
export async function verifyCredentials(
  { email = "", password = "", code, passkey }: SignInFields,
  { requestId = uuidv7(), ip, cookies, setCookie }: SignInContext,
): Promise<string | null> {
  if (passkey !== undefined) {
    const assertion = PasskeyAssertion.safeParse(parseJson(passkey))
    return assertion.success ? checkPasskey(assertion.data, ip) : null
  }
  if (code !== undefined) {
    const accountId = await verifyMfaChallenge(
      readMfaToken(cookies),
      { code: code.slice(0, CODE_MAX) },
      { ip, requestId },
    )
    if (accountId !== null) setCookie(CLEAR_MFA_COOKIE)
    return accountId
  }
  const verified = await checkPassword(email, password, { ip, cookies })
  if (!verified?.mfaRequired) return verified?.accountId ?? null
  setCookie(await startMfaChallenge(verified.accountId))
  throw new MfaRequired()
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export interface SessionContext extends SignInOrigin {
  userAgent: string | null
}

/**
 * Creates a session, remembers the browser, and connects an identity that waits in it.
 * @returns the Set-Cookie headers of what is remembered
 */
export async function openSession(
  accountId: string,
  { ip, userAgent, cookies }: SessionContext,
): Promise<{ sessionId: string; setCookies: string[] }> {
  const sessionId = await createSession(accountId, ip, userAgent)
  const setCookies = [await rememberDevice(accountId, cookies)]
  await connectPendingIdentity(accountId, { ip, cookies, setCookie: (cookie) => setCookies.push(cookie) })
  return { sessionId, setCookies }
}

/**
 * Signs a user in without next-auth's pages.
 * @returns the Set-Cookie header of the session, and all that the response needs
 */
export async function startSession(
  accountId: string,
  context: SessionContext,
): Promise<{ sessionId: string; cookie: string; setCookies: string[] }> {
  const { sessionId, setCookies } = await openSession(accountId, context)
  const token = await encode({ token: { sub: accountId, sessionId }, secret: sessionSecret(), maxAge: SESSION_SECONDS })
  const cookie = serializeCookie(SESSION_COOKIE, token, SESSION_SECONDS)
  return { sessionId, cookie, setCookies: [cookie, ...setCookies] }
}

export async function endSession(sessionId: string): Promise<void> {
  await prismaTransaction(
    (tx) => tx.session.updateMany({ where: { id: sessionId, revokedAt: null }, data: { revokedAt: new Date() } }),
    { onFullDisk: true },
  )
}

const HAS_SECOND_FACTOR_SQL = `(EXISTS (SELECT FROM totp t WHERE t.account_id = a.id AND t.confirmed_at IS NOT NULL)
    OR EXISTS (SELECT FROM passkey p WHERE p.account_id = a.id))`

// If the account has a second factor, a sign-in requires it.
const CREATE_SESSION_SQL = `
  INSERT INTO session (id, account_id, user_agent, ip, expires_at, second_factor_at)
  SELECT $1, a.id, $3, $4, now() + make_interval(secs => $5), CASE WHEN ${HAS_SECOND_FACTOR_SQL} THEN now() END FROM account a WHERE a.id = $2`

async function createSession(accountId: string, ip: string | null, userAgent: string | null): Promise<string> {
  const id = uuidv7()
  await writeQuery(CREATE_SESSION_SQL, [id, accountId, userAgent?.slice(0, 300) ?? null, ip, SESSION_SECONDS])
  return id
}

interface SessionRow {
  account_id: string
  proved_at: Date
  second_factor: boolean
  second_factor_at: Date | null
  email_verified: boolean
  roles: string[]
  store_id: number | null
  store_member: boolean
  seen_lately: boolean
}

/** Idle timeout of a staff session, in hours. */
const STAFF_IDLE_HOURS = 12

const ACTIVE_SESSION_SQL = `
  SELECT s.account_id, s.proved_at, ${HAS_SECOND_FACTOR_SQL} AS second_factor, s.second_factor_at, a.email_verified_at IS NOT NULL AS email_verified, a.roles,
         (${HANDLED_STORE_ID_SQL}) AS store_id, EXISTS (SELECT FROM store_member m WHERE m.account_id = a.id) AS store_member,
         s.last_seen_at > now() - interval '1 minute' AS seen_lately
  FROM session s JOIN account a ON a.id = s.account_id
  WHERE s.id = $1 AND s.account_id = $2 AND s.revoked_at IS NULL AND s.expires_at > now() AND a.locked_at IS NULL
    AND (s.last_seen_at > now() - interval '${STAFF_IDLE_HOURS} hours' OR NOT 'staff' = ANY (a.roles))`

/**
 * Returns the caller of a session cookie; null if it is missing, forged, expired or revoked.
 * @param mode the mode that the browser is in; without effect on what belongs to the account
 * @throws TimeoutError
 */
export async function sessionCaller(cookie: string | undefined, mode: Mode = "live"): Promise<SessionCaller | null> {
  if (!cookie) return null
  const token = await decode({ token: cookie, secret: sessionSecret() }).catch(() => null)
  const sessionId = token?.sessionId
  if (!token?.sub || typeof sessionId !== "string") return null
  return withTimeout(loadSessionCaller(sessionId, token.sub, mode))
}

async function loadSessionCaller(sessionId: string, accountId: string, mode: Mode): Promise<SessionCaller | null> {
  const [row] = await query<SessionRow>(ACTIVE_SESSION_SQL, [sessionId, accountId])
  if (!row) return null
  if (!row.seen_lately) await query("UPDATE session SET last_seen_at = now() WHERE id = $1", [sessionId])
  return {
    kind: "session",
    sessionId,
    accountId: row.account_id,
    signedInAt: row.proved_at,
    secondFactor: row.second_factor ? { provedAt: row.second_factor_at } : null,
    emailVerified: row.email_verified,
    roles: row.roles,
    storeId: row.store_id,
    storeMember: row.store_member,
    scopes: ALL_SCOPES,
    livemode: mode === "live",
  }
}
