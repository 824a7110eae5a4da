import { v7 as uuidv7 } from "uuid"
import { clientAddress } from "@/auth/network"
import { findStep, openStep, passStep, StepGone, stepToken } from "@/auth/second-step"
import { SESSION_COOKIE, sessionCaller, startSession } from "@/auth/session"
import { checkPassword } from "@/auth/sign-in"
import { Throttled } from "@/auth/throttled"
import { redirectUriMatches } from "@/domain/redirect-uri"
import { methodNotAllowed, redirect } from "@/oauth/answers"
import { allowedScopes, type App, findApp, mayUse } from "@/oauth/apps"
import { isAnotherSubject } from "@/oauth/authorization-request"
import { codeResponse, errorResponse } from "@/oauth/authorization-response"
import { codeWithoutAsking } from "@/oauth/authorize"
import { checkForm, csrfOf, findInteraction, type Interaction, useInteraction } from "@/oauth/interactions"
import { OauthError, UnsafeRequest } from "@/oauth/oauth-error"
import { formTargetOf, html, page, pageLocale, type Words, wordsOf } from "@/oauth/page"
import { formParameters, type Parameters } from "@/oauth/parameters"
import { pool } from "@/platform/db"
import { env } from "@/platform/env"

const CODE_MAX = 40

/** The sign-in page of an authorization request, and what it posts. */
export const signInPage = async (request: Request): Promise<Response> => {
  if (request.method === "GET" || request.method === "HEAD") {
    const interaction = await findInteraction(request, new URL(request.url).searchParams.get("interaction"))
    return show(request, interaction, await appOf(interaction))
  }
  if (request.method !== "POST") return methodNotAllowed("GET", "POST")
  const parameters = await formOf(request)
  const interaction = await findInteraction(request, parameters.get("interaction"))
  checkForm(request, interaction, parameters.get("csrf"))
  const app = await appOf(interaction)
  const address = clientAddress(null, request.headers.get("x-forwarded-for"), Math.max(1, env.trustedProxies))
  const passed = await pass(request, interaction, app, parameters, address)
  if (passed instanceof Response) return passed
  const { cookie } = await startSession(passed.accountId, address, request.headers.get("user-agent"))
  return goOn(request, interaction, app, cookie)
}

/** Who has passed all the steps; else the page to look at next. */
const pass = async (request: Request, interaction: Interaction, app: App, parameters: Parameters, address: string | null): Promise<{ accountId: string } | Response> => {
  const email = parameters.get("email") ?? ""
  const code = parameters.get("code")
  const step = stepToken(request.headers.get("cookie"))
  try {
    if (code !== null) {
      const accountId = await passStep(step, { code: code.slice(0, CODE_MAX) }, { address, requestId: uuidv7() })
      return accountId === null ? await showStep(request, interaction, step, { wrong: true }) : { accountId }
    }
    const right = await checkPassword(email, parameters.get("password") ?? "", address)
    if (right === null) return show(request, interaction, app, { email })
    if (!right.secondStep) return right
    const cookie = await openStep(right.accountId)
    return await showStep(request, interaction, stepToken(cookie.split(";")[0]), { cookie })
  } catch (error) {
    if (error instanceof StepGone) return show(request, interaction, app, { email, gone: true })
    if (error instanceof Throttled) return show(request, interaction, app, { email, throttledSeconds: error.seconds })
    throw error
  }
}

/** The app of an interaction, as it is now: it may have lost an address or a scope while the page was open. */
export const appOf = async ({ request }: Interaction): Promise<App> => {
  const app = await findApp(request.clientId)
  if (!app) throw new UnsafeRequest("client")
  if (!app.redirectUris.some((registered) => redirectUriMatches(registered, request.redirectUri, app.loopbackAnyPort))) throw new UnsafeRequest("redirect_uri")
  const allowed = allowedScopes(app)
  if (![...request.scopes, ...request.claimScopes].every((scope) => allowed.has(scope))) throw new UnsafeRequest("interaction")
  return app
}

export const formOf = async (request: Request): Promise<Parameters> => {
  try {
    return await formParameters(request)
  } catch (error) {
    if (error instanceof OauthError) throw new UnsafeRequest("malformed")
    throw error
  }
}

/** After a sign-in: to the client if all was allowed before, else to the consent page. */
const goOn = async (request: Request, interaction: Interaction, app: App, cookie: string): Promise<Response> => {
  const { request: authorization } = interaction
  const session = await sessionCaller(cookie.slice(SESSION_COOKIE.length + 1, cookie.indexOf(";")))
  if (!session) throw new Error("a session that was just begun cannot be read")
  const headers = { "set-cookie": cookie }
  if (!(await mayUse(app, session.accountId))) throw new UnsafeRequest(app.suspended ? "suspended" : "not_approved")
  if (isAnotherSubject(authorization, session.accountId)) {
    await useInteraction(pool(), interaction)
    const error = new OauthError("login_required", "Somebody else than the request names has signed in.")
    return redirect(request, errorResponse(authorization.redirectUri, authorization.state, error), headers)
  }
  const code = await codeWithoutAsking(app, authorization, session)
  if (code === null) return redirect(request, `/oauth/consent?interaction=${interaction.id}`, headers)
  await useInteraction(pool(), interaction)
  return redirect(request, codeResponse(authorization, code), headers)
}

interface Failed {
  email: string
  throttledSeconds?: number
  /** The second step took too long or too many guesses. */
  gone?: boolean
}

const reasonOf = (t: Words, { throttledSeconds, gone }: Failed): string =>
  throttledSeconds !== undefined ? t("sign_in_wait", { minutes: Math.ceil(throttledSeconds / 60) }) : t(gone ? "step_gone" : "sign_in_wrong")

/** The portal's sign-in page, which has the script that passkeys need, and comes back to this request. */
const portalSignIn = ({ id }: Interaction): string => `/sign-in?return=${encodeURIComponent(`/oauth/consent?interaction=${id}`)}`

/** Asks for the code of the second step. */
const showStep = async (request: Request, interaction: Interaction, token: string | null, { wrong = false, cookie }: { wrong?: boolean; cookie?: string }): Promise<Response> => {
  const step = await findStep(token)
  if (!step) throw new StepGone()
  const t = wordsOf(pageLocale(request, interaction.request.uiLocales))
  return page({
    locale: pageLocale(request, interaction.request.uiLocales),
    title: t("step_title"),
    formTarget: formTargetOf(interaction.request.redirectUri),
    ...(cookie !== undefined && { headers: { "set-cookie": cookie } }),
    body: html`<div class="sheet">
<h1>${t("step_title")}</h1>
<p class="soft">${t(step.totp ? "step_lead" : "step_lead_recovery")}</p>
${wrong ? html`<p class="alert" role="alert">${t("step_wrong")}</p>` : null}
<form method="post" action="/oauth/sign-in" id="step-form">
<input type="hidden" name="interaction" value="${interaction.id}">
<input type="hidden" name="csrf" value="${csrfOf(interaction)}">
<label for="code">${t(step.totp ? "step_code" : "step_recovery")}</label>
<input type="text" id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required maxlength="40" autofocus>
<button type="submit" id="confirm">${t("step_submit")}</button>
</form>
${step.passkeys ? html`<p class="soft"><a href="${portalSignIn(interaction)}">${t("use_passkey")}</a></p>` : null}
</div>`,
  })
}

const show = (request: Request, interaction: Interaction, app: App, failed?: Failed): Response => {
  const locale = pageLocale(request, interaction.request.uiLocales)
  const t = wordsOf(locale)
  const wrong = failed && reasonOf(t, failed)
  const email = failed?.email ?? interaction.request.loginHint ?? ""
  const focus = html` autofocus`
  return page({
    status: failed?.throttledSeconds === undefined ? 200 : 429,
    ...(failed?.throttledSeconds === undefined ? {} : { headers: { "retry-after": String(failed.throttledSeconds) } }),
    locale,
    title: t("sign_in_title"),
    formTarget: formTargetOf(interaction.request.redirectUri),
    body: html`<div class="sheet">
<h1>${t("sign_in_title")}</h1>
<p class="soft">${t("sign_in_lead", { app: app.name })}</p>
${wrong ? html`<p class="alert" role="alert">${wrong}</p>` : null}
<form method="post" action="/oauth/sign-in" id="sign-in-form">
<input type="hidden" name="interaction" value="${interaction.id}">
<input type="hidden" name="csrf" value="${csrfOf(interaction)}">
<label for="email">${t("email")}</label>
<input type="email" id="email" name="email" value="${email}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="254"${email === "" && focus}>
<label for="password">${t("password")}</label>
<input type="password" id="password" name="password" autocomplete="current-password" required maxlength="200"${email !== "" && focus}>
<button type="submit" id="sign-in">${t("sign_in")}</button>
</form>
<p class="soft"><a href="${portalSignIn(interaction)}">${t("use_passkey")}</a></p>
<p class="soft"><a href="/forgot-password">${t("forgot")}</a></p>
<p class="soft">${t("new_here")} <a href="/sign-up">${t("sign_up")}</a></p>
</div>`,
  })
}
