import { endSession as endSessionRow, SESSION_COOKIE, sessionCaller } from "@/auth/session"
import type { SessionCaller } from "@/domain/caller"
import { publicId } from "@/domain/public-id"
import { methodNotAllowed, redirect } from "@/oauth/answers"
import { findApp } from "@/oauth/apps"
import { type IdTokenHint, readIdTokenHint } from "@/oauth/id-token"
import { cookieOf } from "@/oauth/interactions"
import { UnsafeRequest } from "@/oauth/oauth-error"
import { html, page, pageLocale, wordsOf } from "@/oauth/page"
import { Parameters } from "@/oauth/parameters"
import { formOf } from "@/oauth/sign-in"
import { env } from "@/platform/env"
import type { HttpAnswer, HttpRequest } from "@/platform/http"
import { equalSecrets, formToken } from "@/platform/secrets"

const csrfOf = ({ sessionId }: SessionCaller): string => formToken(`end-session:${sessionId}`)

/** OpenID Connect RP-Initiated Logout section 2. */
export const endSession = async (request: HttpRequest): Promise<HttpAnswer> => {
  if (request.method !== "GET" && request.method !== "POST" && request.method !== "HEAD")
    return methodNotAllowed("GET", "POST")
  const parameters =
    request.method === "POST" ? await formOf(request) : new Parameters(new URL(request.url).searchParams)
  const session = await sessionCaller(cookieOf(request, SESSION_COOKIE) ?? undefined)
  const posted = request.method === "POST"
  if (posted && parameters.get("decision") !== null) return decide(request, parameters, session)
  const hint = await readHint(parameters)
  const target = await targetOf(parameters, hint)
  const isTheirs = hint !== null && (session === null || publicId("account", session.accountId) === hint.subject)
  // Without proof that the client speaks of this person, or with an address that nothing vouches for, the person decides.
  if (!isTheirs || target === "unregistered")
    return posted
      ? look(request, parameters)
      : session
        ? ask(request, parameters, session)
        : signedOut(request, parameters)
  if (session) await endSessionRow(session.sessionId)
  if (hint.sessionId !== null && hint.sessionId !== session?.sessionId) await endSessionRow(hint.sessionId)
  if (target !== null) return redirect(request, target.uri, FORGET)
  return posted ? look(request, parameters, FORGET) : signedOut(request, parameters)
}

/** To the page that asks, or that says that nobody is signed in. It sees the cookie that another site's form comes without (SameSite=Lax). */
const look = (request: HttpRequest, parameters: Parameters, headers: Record<string, string> = {}): HttpAnswer => {
  const locales = parameters.get("ui_locales")
  return redirect(
    request,
    `/oauth/end_session${locales === null ? "" : `?${new URLSearchParams({ ui_locales: locales }).toString()}`}`,
    headers,
  )
}

const FORGET = {
  "set-cookie": `${SESSION_COOKIE}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${env.appUrl.startsWith("https:") ? "; Secure" : ""}`,
}

const readHint = async (parameters: Parameters): Promise<IdTokenHint | null> => {
  const text = parameters.get("id_token_hint")
  const hint = text === null ? null : await readIdTokenHint(text)
  const clientId = parameters.get("client_id")
  return hint && (clientId === null || clientId === hint.clientId) ? hint : null
}

/** Where to go afterwards: null when nowhere was asked for. */
const targetOf = async (
  parameters: Parameters,
  hint: IdTokenHint | null,
): Promise<{ uri: string } | "unregistered" | null> => {
  const uri = parameters.get("post_logout_redirect_uri")
  if (uri === null) return null
  const app = hint && !parameters.repeated.has("post_logout_redirect_uri") ? await findApp(hint.clientId) : null
  if (!app?.postLogoutRedirectUris.includes(uri)) return "unregistered"
  const state = parameters.get("state")
  return {
    uri: state === null ? uri : `${uri}${uri.includes("?") ? "&" : "?"}${new URLSearchParams({ state }).toString()}`,
  }
}

const decide = async (
  request: HttpRequest,
  parameters: Parameters,
  session: SessionCaller | null,
): Promise<HttpAnswer> => {
  if (!session) return look(request, parameters)
  if (!equalSecrets(parameters.get("csrf") ?? "", csrfOf(session))) throw new UnsafeRequest("csrf")
  if (parameters.get("decision") !== "sign_out") return redirect(request, "/")
  await endSessionRow(session.sessionId)
  return look(request, parameters, FORGET)
}

const ask = (request: HttpRequest, parameters: Parameters, session: SessionCaller): HttpAnswer => {
  const locale = pageLocale(request, parameters.get("ui_locales"))
  const t = wordsOf(locale)
  return page({
    locale,
    title: t("sign_out_title"),
    body: html`<div class="sheet"><h1>${t("sign_out_title")}</h1><p>${t("sign_out_lead")}</p>
<form method="post" action="/oauth/end_session" id="sign-out-form">
<input type="hidden" name="csrf" value="${csrfOf(session)}">
<input type="hidden" name="ui_locales" value="${locale}">
<div class="pair">
<button type="submit" name="decision" value="stay" id="stay" class="other">${t("stay")}</button>
<button type="submit" name="decision" value="sign_out" id="sign-out">${t("sign_out")}</button>
</div></form></div>`,
  })
}

const signedOut = (request: HttpRequest, parameters: Parameters): HttpAnswer => {
  const locale = pageLocale(request, parameters.get("ui_locales"))
  const t = wordsOf(locale)
  return page({
    locale,
    title: t("signed_out_title"),
    headers: FORGET,
    body: html`<div class="sheet"><h1>${t("signed_out_title")}</h1><p>${t("signed_out_lead")}</p><p><a href="/">${t("to_start")}</a></p></div>`,
  })
}
