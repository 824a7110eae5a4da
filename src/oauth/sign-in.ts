import { findMfaChallenge, MfaChallengeExpired, readMfaToken } from "@/auth/mfa-challenge"
import {
  MfaRequired,
  SESSION_COOKIE,
  type SessionContext,
  sessionCaller,
  type SignInContext,
  startSession,
  verifyCredentials,
} from "@/auth/session"
import { Throttled } from "@/auth/throttled"
import { EMAIL_MAX } from "@/domain/email-address"
import type { Locale } from "@/domain/locale"
import { type App, appAccess } from "@/oauth/apps"
import { isDifferentSubject } from "@/oauth/authorization-request"
import { codeRedirect, errorRedirect } from "@/oauth/authorization-response"
import {
  type FormState,
  loadInteractionApp,
  verifyEmailPath,
  consentPath,
  findInteraction,
  type Interaction,
  saveFormState,
  requireAppAccess,
  interactionSignInPath,
  consumeInteraction,
} from "@/oauth/interactions"
import { issueCodeWithoutConsent } from "@/oauth/issue-code"
import { OauthError } from "@/oauth/oauth-error"
import { pool } from "@/platform/db/pool"

/** The data of an authorization request's sign-in page. */
export interface SignInRequest {
  appName: string
  /** The required second factor; null if the password is required. */
  step: { totp: boolean; passkeys: boolean } | null
  /** What was typed, or what the client suggests. */
  email: string
  /** Why the previous attempt failed. */
  failure: FormState["failure"] | null
  /** Seconds until another attempt is allowed. */
  waitSeconds: number
  redirectUri: string
  uiLocales: string | null
}

export async function signInRequest(id: string, cookies: string | null): Promise<SignInRequest> {
  const interaction = await findInteraction(cookies, id)
  const app = await loadInteractionApp(interaction)
  const { request, formState } = interaction
  const step = formState.step ? await findMfaChallenge(readMfaToken(cookies)) : null
  return {
    appName: app.name,
    step: step && { totp: step.totp, passkeys: step.passkeys },
    email: formState.email ?? request.loginHint ?? "",
    failure: formState.step && !step ? "step_expired" : (formState.failure ?? null),
    waitSeconds: Math.max(0, Math.ceil(((formState.throttledUntil ?? 0) - Date.now()) / 1000)),
    redirectUri: request.redirectUri,
    uiLocales: request.uiLocales,
  }
}

/** An email address and password, or a code for the second step. */
type SignInFields = { email: string; password: string } | { code: string }

interface InteractionSignInContext extends SignInContext, SessionContext {
  requestId: string
}

/**
 * Processes one step of a sign-in.
 * @returns where to go next: back to the page with an error or the second step, or on to consent or the app
 */
export async function signIn(id: string, fields: SignInFields, context: InteractionSignInContext): Promise<string> {
  const interaction = await findInteraction(context.cookies, id)
  const app = await loadInteractionApp(interaction)
  const attempt = await attemptSignIn(interaction, fields, context)
  if ("formState" in attempt) {
    await saveSignInState(interaction, attempt.formState)
    return interactionSignInPath(id)
  }
  const { cookie, setCookies } = await startSession(attempt.accountId, context)
  const location = await continueFlow(interaction, app, cookie)
  for (const header of setCookies) context.setCookie(header)
  return location
}

/** Stores the form state, so that going back or reloading does not repeat the POST. */
export function saveSignInState(
  interaction: Interaction,
  { email = "", ...formState }: FormState,
  locale: Locale | null = null,
): Promise<void> {
  // PostgreSQL text cannot contain NUL or half of a surrogate pair.
  const text = email.replaceAll("\0", "").slice(0, EMAIL_MAX).toWellFormed()
  return saveFormState(interaction, { ...formState, email: text }, locale)
}

/** Returns the account that has passed all steps, or the form state of the page. */
async function attemptSignIn(
  interaction: Interaction,
  fields: SignInFields,
  context: SignInContext,
): Promise<{ accountId: string } | { formState: FormState }> {
  const secondStep = "code" in fields
  const email = secondStep ? (interaction.formState.email ?? "") : fields.email
  const failed = (why: "missing" | "wrong"): { formState: FormState } => ({
    formState: secondStep ? { email, step: true, failure: `step_${why}` } : { email, failure: `sign_in_${why}` },
  })
  if (secondStep ? fields.code.trim() === "" : email.trim() === "" || fields.password === "") return failed("missing")
  try {
    const accountId = await verifyCredentials(fields, context)
    return accountId === null ? failed("wrong") : { accountId }
  } catch (error) {
    if (error instanceof MfaRequired) return { formState: { email, step: true } }
    if (error instanceof MfaChallengeExpired) return { formState: { email, failure: "step_expired" } }
    if (error instanceof Throttled)
      return { formState: { email, throttledUntil: Date.now() + error.retryAfterSeconds * 1000 } }
    throw error
  }
}

/** After a sign-in: redirects to the client if the user has consented before, otherwise to the consent page. */
async function continueFlow(interaction: Interaction, app: App, cookie: string): Promise<string> {
  const { id, request } = interaction
  await saveFormState(interaction, {})
  const session = await sessionCaller(cookie.slice(SESSION_COOKIE.length + 1, cookie.indexOf(";")))
  if (!session) throw new Error("a session that was just begun cannot be read")
  const access = await appAccess(app, session.accountId)
  requireAppAccess(app, access)
  if (isDifferentSubject(request, access.subject)) {
    await consumeInteraction(pool(), interaction)
    const error = new OauthError("login_required", "The user who signed in is not the one that the request names.")
    return errorRedirect(request.redirectUri, request.state, error)
  }
  if (!session.emailVerified) return verifyEmailPath(id)
  const code = await issueCodeWithoutConsent(app, access, request, session)
  if (code === null) return consentPath(id)
  await consumeInteraction(pool(), interaction)
  return codeRedirect(request, code)
}
