import { randomBytes } from "node:crypto"
import { v7 as uuidv7 } from "uuid"
import { isForeign } from "@/auth/foreign-origin"
import { limitSubject } from "@/auth/network"
import type { Locale } from "@/domain/locale"
import type { AuthorizationRequest } from "@/oauth/authorization-request"
import { UnsafeRequest } from "@/oauth/oauth-error"
import { type Queryable, query } from "@/platform/db"
import { env } from "@/platform/env"
import type { HeaderReader, HttpRequest } from "@/platform/http"
import { takeOrRefuse } from "@/platform/rate-limit"
import { equalSecrets, formToken, sha256 } from "@/platform/secrets"

// An authorization request is kept on the server from its first hit until it is decided; the browser holds a cookie that it is bound
// to, and forms carry its id and nothing of it.

const LIFETIME_SECONDS = 10 * 60
const SECURE = env.appUrl.startsWith("https:")
export const BROWSER_COOKIE = `${SECURE ? "__Host-" : ""}haat-interaction`

export interface Interaction {
  id: string
  request: AuthorizationRequest
  startedAt: Date
  /** Whose consent page was shown. */
  accountId: string | null
  browser: string
  again: Again
}

/** What a page is shown again with, after its form was posted: what had been typed or ticked, and what was wrong. */
export interface Again {
  email?: string
  failure?: "sign_in_missing" | "sign_in_wrong" | "step_gone" | "step_missing" | "step_wrong"
  /** Milliseconds since 1970, until which no attempt is taken. */
  throttledUntil?: number
  /** The password was right, and the second step is asked for. */
  step?: true
  /** The optional scopes that are ticked; all, while nobody has unticked one. */
  ticked?: string[]
}

export const cookieOf = (request: Pick<HttpRequest, "header">, name: string): string | null => {
  for (const pair of (request.header("cookie") ?? "").split(/; */)) {
    if (pair.startsWith(`${name}=`)) return pair.slice(name.length + 1)
  }
  return null
}

const BROWSER = /^[A-Za-z0-9_-]{43}$/

/** From one address, in a minute. */
const PER_MINUTE = 600

/**
 * Keeps a request, and gives the Set-Cookie header that binds it to this browser.
 * @throws Problem rate_limit_exceeded
 */
export const openInteraction = async (
  request: HttpRequest,
  authorization: AuthorizationRequest,
): Promise<{ id: string; cookie: string }> => {
  await takeOrRefuse(`authorize:${limitSubject(request.address)}`, PER_MINUTE)
  const known = cookieOf(request, BROWSER_COOKIE)
  const browser = known !== null && BROWSER.test(known) ? known : randomBytes(32).toString("base64url")
  const id = uuidv7()
  await query(
    "INSERT INTO oauth_interaction (id, client_id, browser_hash, parameters, expires_at) VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))",
    [id, authorization.clientId, sha256(browser), JSON.stringify(authorization), LIFETIME_SECONDS],
  )
  return {
    id,
    cookie: `${BROWSER_COOKIE}=${browser}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${LIFETIME_SECONDS}${SECURE ? "; Secure" : ""}`,
  }
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

interface Row {
  parameters: AuthorizationRequest
  created_at: Date
  account_id: string | null
  browser_hash: Buffer
  again: Again
}

/** @throws UnsafeRequest, when it does not exist, has been decided, has expired, or was begun in another browser. */
export const findInteraction = async (
  request: Pick<HttpRequest, "header">,
  id: string | null,
): Promise<Interaction> => {
  const browser = cookieOf(request, BROWSER_COOKIE)
  if (id === null || !UUID.test(id) || browser === null) throw new UnsafeRequest("interaction")
  const [row] = await query<Row>(
    "SELECT parameters, created_at, account_id, browser_hash, again FROM oauth_interaction WHERE id = $1 AND used_at IS NULL AND expires_at > now()",
    [id],
  )
  if (!row || !row.browser_hash.equals(sha256(browser))) throw new UnsafeRequest("interaction")
  return {
    id,
    request: row.parameters,
    startedAt: row.created_at,
    accountId: row.account_id,
    browser,
    again: row.again,
  }
}

/** Whether the request that a path of ours leads back to still waits, in this browser; true of a path that leads to none. */
export const stillWaits = async (path: string, header: HeaderReader): Promise<boolean> => {
  const { pathname, searchParams } = new URL(path, env.appUrl)
  if (pathname !== "/oauth/consent") return true
  try {
    await findInteraction({ header }, searchParams.get("interaction"))
    return true
  } catch (error) {
    if (error instanceof UnsafeRequest) return false
    throw error
  }
}

/** Notes whose consent is being asked for: only that account can then give it. */
export const showTo = async ({ id }: Interaction, accountId: string): Promise<void> => {
  await query("UPDATE oauth_interaction SET account_id = $2 WHERE id = $1 AND used_at IS NULL", [id, accountId])
}

/**
 * Keeps what the page is shown again with, in place of what was kept before.
 * @param locale the language that the reader has chosen, whatever the client asked for
 */
export const keepAgain = async ({ id }: Interaction, again: Again, locale: Locale | null = null): Promise<void> => {
  await query(
    `UPDATE oauth_interaction SET again = $2, parameters = CASE WHEN $3::text IS NULL THEN parameters ELSE jsonb_set(parameters, '{uiLocales}', to_jsonb($3::text)) END
     WHERE id = $1 AND used_at IS NULL`,
    [id, JSON.stringify(again), locale],
  )
}

/** Ends an interaction; false when it has been ended before. */
export const useInteraction = async (tx: Queryable, { id }: Interaction): Promise<boolean> => {
  const used = await query(
    "UPDATE oauth_interaction SET used_at = now() WHERE id = $1 AND used_at IS NULL AND expires_at > now() RETURNING id",
    [id],
    tx,
  )
  return used.length > 0
}

/** What a form of this interaction must carry, so that no other site can send it. */
export const csrfOf = ({ id, browser }: Interaction): string => formToken(`interaction:${id}:${browser}`)

/** @throws UnsafeRequest, when a form was not made by us for this interaction, or was sent from another site. */
export const checkForm = (request: HttpRequest, interaction: Interaction, token: string | null): void => {
  if (isForeign(request.header)) throw new UnsafeRequest("csrf")
  if (token === null || !equalSecrets(token, csrfOf(interaction))) throw new UnsafeRequest("csrf")
}
