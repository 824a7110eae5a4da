import { v7 as uuidv7 } from "uuid"
import { SESSION_COOKIE, sessionCaller } from "@/auth/session"
import type { SessionCaller } from "@/domain/caller"
import { isLocale } from "@/domain/locale"
import { isOauthScope, type Scope } from "@/domain/scope"
import { methodNotAllowed, redirect } from "@/oauth/answers"
import { type App, mayUse } from "@/oauth/apps"
import { codeResponse, errorResponse } from "@/oauth/authorization-response"
import { codeWithoutAsking } from "@/oauth/authorize"
import { consentPage } from "@/oauth/consent-page"
import { needsSignIn, scopesToShow } from "@/oauth/consent-needed"
import {
  checkForm,
  cookieOf,
  csrfOf,
  findInteraction,
  type Interaction,
  keepAgain,
  showTo,
  useInteraction,
} from "@/oauth/interactions"
import { issueCode } from "@/oauth/issue-code"
import { rememberLocale } from "@/oauth/language-switch"
import { OauthError, UnsafeRequest } from "@/oauth/oauth-error"
import { pageLocale } from "@/oauth/page"
import { appOf, formOf } from "@/oauth/sign-in"
import { pool, query, transaction } from "@/platform/db"
import type { HttpAnswer, HttpRequest } from "@/platform/http"

/** The consent page of an authorization request, and what it posts. */
export const consent = async (request: HttpRequest): Promise<HttpAnswer> => {
  if (request.method === "POST") return decide(request)
  if (request.method !== "GET" && request.method !== "HEAD") return methodNotAllowed("GET", "POST")
  const interaction = await findInteraction(request, new URL(request.url).searchParams.get("interaction"))
  const app = await appOf(interaction)
  const session = await signedIn(request, interaction, app)
  if (!session) return redirect(request, `/oauth/sign-in?interaction=${interaction.id}`)
  const code = await codeWithoutAsking(app, interaction.request, session)
  if (code !== null) {
    await useInteraction(pool(), interaction)
    return redirect(request, codeResponse(interaction.request, code))
  }
  await showTo(interaction, session.accountId)
  return show(request, interaction, app, session)
}

const show = async (
  request: HttpRequest,
  interaction: Interaction,
  app: App,
  session: SessionCaller,
): Promise<HttpAnswer> => {
  const [account] = await query<{ name: string; email: string; locale: string }>(
    "SELECT name, email, locale FROM account WHERE id = $1",
    [session.accountId],
  )
  if (!account) throw new UnsafeRequest("interaction")
  return consentPage({
    interaction,
    app,
    account,
    locale: pageLocale(request, interaction.request.uiLocales, isLocale(account.locale) ? account.locale : undefined),
    csrf: csrfOf(interaction),
  })
}

/** Who is signed in, recently enough for the request; null when they must sign in (again). */
const signedIn = async (
  request: HttpRequest,
  { request: authorization, startedAt }: Interaction,
  app: App,
): Promise<SessionCaller | null> => {
  const session = await sessionCaller(cookieOf(request, SESSION_COOKIE) ?? undefined)
  if (!session || needsSignIn(authorization, session, startedAt)) return null
  if (!(await mayUse(app, session.accountId))) throw new UnsafeRequest(app.suspended ? "suspended" : "not_approved")
  return session
}

const decide = async (request: HttpRequest): Promise<HttpAnswer> => {
  const parameters = await formOf(request)
  const interaction = await findInteraction(request, parameters.get("interaction"))
  checkForm(request, interaction, parameters.get("csrf"))
  const app = await appOf(interaction)
  const session = await signedIn(request, interaction, app)
  // Consent counts only from the person whom the page was shown to.
  if (!session || interaction.accountId !== session.accountId) throw new UnsafeRequest("interaction")
  const locale = parameters.get("locale")
  if (isLocale(locale)) {
    await keepAgain(interaction, { ticked: parameters.all("scope").filter(isOauthScope) }, locale)
    return redirect(request, `/oauth/consent?interaction=${interaction.id}`, rememberLocale(locale))
  }
  const { request: authorization } = interaction
  const shown = scopesToShow(authorization)
  const allowed =
    parameters.get("decision") === "allow"
      ? shown.filter((scope) => app.requiredScopes.includes(scope) || parameters.all("scope").includes(scope))
      : []
  const code = allowed.length > 0 ? await grant(interaction, app, session, shown, allowed) : null
  if (code !== null) return redirect(request, codeResponse(authorization, code))
  if (allowed.length === 0 && !(await useInteraction(pool(), interaction))) throw new UnsafeRequest("interaction")
  const denied = new OauthError("access_denied", "The person did not allow this.")
  return redirect(request, errorResponse(authorization.redirectUri, authorization.state, denied))
}

// What was shown and not allowed now is taken back, if it was allowed before; what was not shown stays as it was.
const GRANT = `
  INSERT INTO oauth_grant AS g (id, account_id, app_id, scopes, shown_scopes) VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (account_id, app_id) WHERE revoked_at IS NULL DO UPDATE SET
    scopes = ARRAY(SELECT unnest(g.scopes) EXCEPT SELECT unnest(excluded.shown_scopes) UNION SELECT unnest(excluded.scopes)),
    shown_scopes = ARRAY(SELECT unnest(g.shown_scopes) UNION SELECT unnest(excluded.shown_scopes))
  RETURNING id`

const grant = (
  interaction: Interaction,
  app: App,
  session: SessionCaller,
  shown: Scope[],
  allowed: Scope[],
): Promise<string | null> =>
  transaction(async (tx) => {
    if (!(await useInteraction(tx, interaction))) throw new UnsafeRequest("interaction")
    const [row] = await query<{ id: string }>(GRANT, [uuidv7(), session.accountId, app.id, allowed, shown], tx)
    const scopes = interaction.request.scopes.filter((scope) => allowed.includes(scope))
    return row && scopes.length > 0 ? issueCode(tx, row.id, interaction.request, scopes, session) : null
  })
