import {
  findMfaChallenge,
  startMfaChallenge,
  verifyMfaChallenge,
  MfaChallengeExpired,
  readMfaToken,
} from "@/auth/mfa-challenge"
import { SESSION_COOKIE, sessionCaller, startSession } from "@/auth/session"
import { checkPassword } from "@/auth/sign-in"
import { Throttled } from "@/auth/throttled"
import type { Locale } from "@/domain/locale"
import type { App } from "@/oauth/apps"
import { isAnotherSubject } from "@/oauth/authorization-request"
import { codeResponse, errorResponse } from "@/oauth/authorization-response"
import { codeWithoutAsking } from "@/oauth/authorize"
import {
  type Again,
  appOf,
  confirmFirst,
  consentPath,
  findInteraction,
  type Interaction,
  keepAgain,
  requireUsable,
  signInPath,
  useInteraction,
} from "@/oauth/interactions"
import { OauthError } from "@/oauth/oauth-error"
import { pool } from "@/platform/db/pool"

const CODE_MAX = 40
const EMAIL_MAX = 254

/** The data of an authorization request's sign-in page. */
export interface SignInRequest {
  appName: string
  /** The required second factor; null if the password is required. */
  step: { totp: boolean; passkeys: boolean } | null
  /** What was typed, or what the client suggests. */
  email: string
  /** Why the previous attempt failed. */
  failure: Again["failure"] | null
  /** Seconds until another attempt is allowed. */
  waitSeconds: number
  redirectUri: string
  uiLocales: string | null
}

export async function signInRequest(id: string, cookies: string | null): Promise<SignInRequest> {
  const interaction = await findInteraction(cookies, id)
  const app = await appOf(interaction)
  const { request, again } = interaction
  const step = again.step ? await findMfaChallenge(readMfaToken(cookies)) : null
  return {
    appName: app.name,
    step: step && { totp: step.totp, passkeys: step.passkeys },
    email: again.email ?? request.loginHint ?? "",
    failure: again.step && !step ? "step_gone" : (again.failure ?? null),
    waitSeconds: Math.max(0, Math.ceil(((again.throttledUntil ?? 0) - Date.now()) / 1000)),
    redirectUri: request.redirectUri,
    uiLocales: request.uiLocales,
  }
}

/** An email address and password, or a code for the second step. */
export type SignInFields = { email: string; password: string } | { code: string }

interface SignInPlace {
  requestId: string
  address: string | null
  userAgent: string | null
  /** The request's Cookie header. */
  cookies: string | null
  setCookie: (header: string) => void
}

/**
 * Processes one step of a sign-in.
 * @returns where to go next: back to the page with an error or the second step, or on to consent or the app
 */
export async function signIn(id: string, fields: SignInFields, place: SignInPlace): Promise<string> {
  const interaction = await findInteraction(place.cookies, id)
  const app = await appOf(interaction)
  const verified = await verify(interaction, fields, place)
  if ("again" in verified) {
    await keepFields(interaction, verified.again)
    return signInPath(id)
  }
  const { cookie, device } = await startSession(verified.accountId, place)
  const location = await continueFlow(interaction, app, cookie)
  place.setCookie(cookie)
  place.setCookie(device)
  return location
}

/** Stores the form state, so that going back or reloading does not repeat the POST. */
export function keepFields(
  interaction: Interaction,
  { email = "", ...kept }: Again,
  locale: Locale | null = null,
): Promise<void> {
  // PostgreSQL text cannot contain NUL or half of a surrogate pair.
  const text = email.replaceAll("\0", "").slice(0, EMAIL_MAX).toWellFormed()
  return keepAgain(interaction, { ...kept, email: text }, locale)
}

/** Returns the account that has passed all steps, or the form state of the page. */
async function verify(
  interaction: Interaction,
  fields: SignInFields,
  { requestId, address, cookies, setCookie }: SignInPlace,
): Promise<{ accountId: string } | { again: Again }> {
  const email = "code" in fields ? (interaction.again.email ?? "") : fields.email
  try {
    if ("code" in fields) {
      if (fields.code.trim() === "") return { again: { email, step: true, failure: "step_missing" } }
      const code = fields.code.slice(0, CODE_MAX)
      const accountId = await verifyMfaChallenge(readMfaToken(cookies), { code }, { address, requestId })
      return accountId === null ? { again: { email, step: true, failure: "step_wrong" } } : { accountId }
    }
    if (email.trim() === "" || fields.password === "") return { again: { email, failure: "sign_in_missing" } }
    const right = await checkPassword(email, fields.password, { address, cookies })
    if (right === null) return { again: { email, failure: "sign_in_wrong" } }
    if (!right.mfaRequired) return right
    setCookie(await startMfaChallenge(right.accountId))
    return { again: { email, step: true } }
  } catch (error) {
    if (error instanceof MfaChallengeExpired) return { again: { email, failure: "step_gone" } }
    if (error instanceof Throttled)
      return { again: { email, throttledUntil: Date.now() + error.retryAfterSeconds * 1000 } }
    throw error
  }
}

/** After a sign-in: redirects to the client if the user has consented before, otherwise to the consent page. */
async function continueFlow(interaction: Interaction, app: App, cookie: string): Promise<string> {
  const { id, request } = interaction
  await keepAgain(interaction, {})
  const session = await sessionCaller(cookie.slice(SESSION_COOKIE.length + 1, cookie.indexOf(";")))
  if (!session) throw new Error("a session that was just begun cannot be read")
  await requireUsable(app, session.accountId)
  if (isAnotherSubject(request, session.accountId)) {
    await useInteraction(pool(), interaction)
    const error = new OauthError("login_required", "Somebody else than the request names has signed in.")
    return errorResponse(request.redirectUri, request.state, error)
  }
  if (!session.emailVerified) return confirmFirst(id)
  const code = await codeWithoutAsking(app, request, session)
  if (code === null) return consentPath(id)
  await useInteraction(pool(), interaction)
  return codeResponse(request, code)
}
