import { v7 as uuidv7 } from "uuid"
import { findStep, openStep, passStep, type Step, StepGone, stepToken } from "@/auth/second-step"
import { SESSION_COOKIE, sessionCaller, startSession } from "@/auth/session"
import { checkPassword } from "@/auth/sign-in"
import { Throttled } from "@/auth/throttled"
import { isLocale, type Locale } from "@/domain/locale"
import { redirectUriMatches } from "@/domain/redirect-uri"
import { keepingReturn } from "@/domain/return-path"
import { counted } from "@/i18n/format"
import { methodNotAllowed, redirect } from "@/oauth/answers"
import { allowedScopes, type App, findApp, mayUse } from "@/oauth/apps"
import { isAnotherSubject } from "@/oauth/authorization-request"
import { codeResponse, errorResponse } from "@/oauth/authorization-response"
import { codeWithoutAsking } from "@/oauth/authorize"
import {
  type Again,
  checkForm,
  csrfOf,
  findInteraction,
  type Interaction,
  keepAgain,
  useInteraction,
} from "@/oauth/interactions"
import { languageSwitch, rememberLocale } from "@/oauth/language-switch"
import { OauthError, UnsafeRequest } from "@/oauth/oauth-error"
import { formTargetOf, html, page, pageLocale, wordsOf } from "@/oauth/page"
import { formParameters, type Parameters } from "@/oauth/parameters"
import { pool } from "@/platform/db"
import type { HttpAnswer, HttpRequest } from "@/platform/http"

const CODE_MAX = 40
const EMAIL_MAX = 254

/** The sign-in page of an authorization request, and what it posts. */
export const signInPage = async (request: HttpRequest): Promise<HttpAnswer> => {
  if (request.method === "GET" || request.method === "HEAD")
    return show(request, await findInteraction(request, new URL(request.url).searchParams.get("interaction")))
  if (request.method !== "POST") return methodNotAllowed("GET", "POST")
  const parameters = await formOf(request)
  const interaction = await findInteraction(request, parameters.get("interaction"))
  checkForm(request, interaction, parameters.get("csrf"))
  const app = await appOf(interaction)
  const locale = parameters.get("locale")
  if (isLocale(locale)) return inLanguage(request, interaction, parameters, locale)
  const passed = await pass(request, interaction, parameters)
  if ("status" in passed) return passed
  const { cookie } = await startSession(passed.accountId, request.address, request.header("user-agent"))
  return goOn(request, interaction, app, cookie)
}

/** Back to the page, by a redirect, so that going back or reloading posts nothing anew. */
const again = async (
  request: HttpRequest,
  interaction: Interaction,
  { email = "", ...kept }: Again,
  { locale, headers }: { locale?: Locale; headers?: Record<string, string> } = {},
): Promise<HttpAnswer> => {
  // PostgreSQL takes no NUL, and no half of a character that was cut.
  await keepAgain(
    interaction,
    { ...kept, email: email.replaceAll("\0", "").slice(0, EMAIL_MAX).toWellFormed() },
    locale,
  )
  return redirect(request, `/oauth/sign-in?interaction=${interaction.id}`, headers)
}

/** The page that was being read, with what had been typed into it, but no secret. */
const inLanguage = (
  request: HttpRequest,
  interaction: Interaction,
  parameters: Parameters,
  locale: Locale,
): Promise<HttpAnswer> =>
  again(
    request,
    interaction,
    parameters.has("code")
      ? { email: interaction.again.email ?? "", step: true }
      : { email: parameters.get("email") ?? "" },
    { locale, headers: rememberLocale(locale) },
  )

/** Who has passed all the steps; else the way to the page to look at next. */
const pass = async (
  request: HttpRequest,
  interaction: Interaction,
  parameters: Parameters,
): Promise<{ accountId: string } | HttpAnswer> => {
  const code = parameters.get("code")
  const email = (code === null ? parameters.get("email") : interaction.again.email) ?? ""
  try {
    if (code !== null) {
      if (code.trim() === "") return await again(request, interaction, { email, step: true, failure: "step_missing" })
      const accountId = await passStep(
        stepToken(request.header("cookie")),
        { code: code.slice(0, CODE_MAX) },
        { address: request.address, requestId: uuidv7() },
      )
      return accountId === null
        ? await again(request, interaction, { email, step: true, failure: "step_wrong" })
        : { accountId }
    }
    const password = parameters.get("password") ?? ""
    if (email.trim() === "" || password === "")
      return await again(request, interaction, { email, failure: "sign_in_missing" })
    const right = await checkPassword(email, password, request.address)
    if (right === null) return await again(request, interaction, { email, failure: "sign_in_wrong" })
    if (!right.secondStep) return right
    return await again(
      request,
      interaction,
      { email, step: true },
      { headers: { "set-cookie": await openStep(right.accountId) } },
    )
  } catch (error) {
    if (error instanceof StepGone) return again(request, interaction, { email, failure: "step_gone" })
    if (error instanceof Throttled)
      return again(request, interaction, { email, throttledUntil: Date.now() + error.seconds * 1000 })
    throw error
  }
}

/** The app of an interaction, as it is now: it may have lost an address or a scope while the page was open. */
export const appOf = async ({ request }: Interaction): Promise<App> => {
  const app = await findApp(request.clientId)
  if (!app) throw new UnsafeRequest("client")
  if (!app.redirectUris.some((registered) => redirectUriMatches(registered, request.redirectUri, app.loopbackAnyPort)))
    throw new UnsafeRequest("redirect_uri")
  const allowed = allowedScopes(app)
  if (![...request.scopes, ...request.claimScopes].every((scope) => allowed.has(scope)))
    throw new UnsafeRequest("interaction")
  return app
}

export const formOf = async (request: HttpRequest): Promise<Parameters> => {
  try {
    return await formParameters(request)
  } catch (error) {
    if (error instanceof OauthError) throw new UnsafeRequest("malformed")
    throw error
  }
}

/** After a sign-in: to the client if all was allowed before, else to the consent page. */
const goOn = async (request: HttpRequest, interaction: Interaction, app: App, cookie: string): Promise<HttpAnswer> => {
  const { request: authorization } = interaction
  await keepAgain(interaction, {})
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

const show = async (request: HttpRequest, interaction: Interaction): Promise<HttpAnswer> => {
  const app = await appOf(interaction)
  const step = interaction.again.step ? await findStep(stepToken(request.header("cookie"))) : null
  return step ? stepPage(request, interaction, step) : passwordPage(request, interaction, app)
}

/** A page of the portal that has what this one has not, such as the script that passkeys need, and comes back to this request. */
const portal = ({ id }: Interaction, page: "/sign-in" | "/sign-up" | "/forgot-password"): string =>
  keepingReturn(page, `/oauth/consent?interaction=${id}`)

/** Asks for the code of the second step. */
const stepPage = (request: HttpRequest, interaction: Interaction, step: Step): HttpAnswer => {
  const { failure } = interaction.again
  const locale = pageLocale(request, interaction.request.uiLocales)
  const t = wordsOf(locale)
  return page({
    locale,
    title: t("step_title"),
    formTarget: formTargetOf(interaction.request.redirectUri),
    body: html`<div class="sheet">
<h1>${t("step_title")}</h1>
<p class="soft">${t(step.totp ? "step_lead" : "step_lead_recovery")}</p>
${(failure === "step_missing" || failure === "step_wrong") && html`<p class="alert" role="alert">${t(failure)}</p>`}
<form method="post" action="/oauth/sign-in" id="step-form" novalidate>
<input type="hidden" name="interaction" value="${interaction.id}">
<input type="hidden" name="csrf" value="${csrfOf(interaction)}">
<label for="code">${t(step.totp ? "step_code" : "step_recovery")}</label>
<input type="text" id="code" name="code" autocomplete="one-time-code" autocapitalize="none" spellcheck="false" required maxlength="40" autofocus>
<button type="submit" id="confirm">${t("step_submit")}</button>
</form>
${step.passkeys ? html`<p class="soft"><a href="${portal(interaction, "/sign-in")}">${t("use_passkey")}</a></p>` : null}
</div>
${languageSwitch(locale, "step-form")}`,
  })
}

const passwordPage = (request: HttpRequest, interaction: Interaction, app: App): HttpAnswer => {
  const { request: authorization, again: kept } = interaction
  const locale = pageLocale(request, authorization.uiLocales)
  const t = wordsOf(locale)
  const waitSeconds = Math.ceil(((kept.throttledUntil ?? 0) - Date.now()) / 1000)
  const failure = kept.step ? "step_gone" : kept.failure
  const wrong =
    waitSeconds > 0 ? t("sign_in_wait", counted(Math.ceil(waitSeconds / 60), locale)) : failure ? t(failure) : null
  const email = kept.email ?? authorization.loginHint ?? ""
  const focus = html` autofocus`
  return page({
    status: waitSeconds > 0 ? 429 : 200,
    headers: waitSeconds > 0 ? { "retry-after": String(waitSeconds) } : {},
    locale,
    title: t("sign_in_title"),
    formTarget: formTargetOf(interaction.request.redirectUri),
    body: html`<div class="sheet">
<h1>${t("sign_in_title")}</h1>
<p class="soft">${t("sign_in_lead", { app: app.name })}</p>
${wrong ? html`<p class="alert" role="alert">${wrong}</p>` : null}
<form method="post" action="/oauth/sign-in" id="sign-in-form" novalidate>
<input type="hidden" name="interaction" value="${interaction.id}">
<input type="hidden" name="csrf" value="${csrfOf(interaction)}">
<label for="email">${t("email")}</label>
<input type="email" id="email" name="email" value="${email}" autocomplete="username" autocapitalize="none" spellcheck="false" required maxlength="254"${email === "" && focus}>
<label for="password">${t("password")}</label>
<input type="password" id="password" name="password" autocomplete="current-password" required maxlength="200"${email !== "" && focus}>
<button type="submit" id="sign-in">${t("sign_in")}</button>
</form>
<p class="soft"><a href="${portal(interaction, "/sign-in")}">${t("use_passkey")}</a></p>
<p class="soft"><a href="${portal(interaction, "/forgot-password")}" id="forgot-password">${t("forgot")}</a></p>
<p class="soft">${t("new_here")} <a href="${portal(interaction, "/sign-up")}" id="sign-up">${t("sign_up")}</a></p>
</div>
${languageSwitch(locale, "sign-in-form")}`,
  })
}
