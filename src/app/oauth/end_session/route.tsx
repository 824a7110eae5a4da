import { SignedOutCard, SignOutCard } from "@/app/oauth/end_session/sign-out-cards"
import { type PageContext, providerPage } from "@/app/oauth/provider-page"
import { staticPage } from "@/app/static/static-page"
import { isProblem } from "@/domain/problem"
import { translatorOf } from "@/i18n/translator"
import { methodNotAllowed, type OauthResponse } from "@/oauth/responses"
import { checkSignOutForm, endSession, CLEAR_SESSION_COOKIE, encryptRequest } from "@/oauth/end-session"
import { pageLocale } from "@/oauth/page-locale"
import { readPageForm, Parameters } from "@/oauth/parameters"
import type { HttpRequest } from "@/http/message"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = providerPage(async (request, context) => {
  // A HEAD request is safe (RFC 9110, section 9.2.1): it must not sign out.
  if (request.method === "GET") return renderSignOut(request, new Parameters(new URL(request.url).searchParams))
  if (request.method !== "POST") return methodNotAllowed("GET", "POST")
  const form = await readPageForm(request)
  return form.get("decision") === null ? renderSignOut(request, form) : submitDecision(request, form, context)
})

/** Performs the chosen action; if the person is already signed out, the page says so. */
async function submitDecision(
  request: HttpRequest,
  form: Parameters,
  { call, redirectTo }: PageContext,
): Promise<OauthResponse> {
  if (!(await checkSignOutForm(request, form.get("csrf") ?? ""))) return renderSignOut(request, form)
  if (form.get("decision") !== "sign_out") return redirectTo("/")
  try {
    const signOutRequest = { request: form.get("request"), locale: form.get("ui_locales") }
    return redirectTo((await call((oauth) => oauth.signOut(signOutRequest))).location)
  } catch (error) {
    if (isProblem(error) && error.code === "authentication_required") return renderSignOut(request, form)
    throw error
  }
}

async function renderSignOut(request: HttpRequest, parameters: Parameters): Promise<OauthResponse> {
  const result = await endSession(request, parameters)
  if (!("state" in result)) return result
  const { appName } = result
  const locale = pageLocale(request, result.uiLocales)
  const t = translatorOf(locale)
  if (result.state === "signed_out")
    return staticPage({
      request,
      locale,
      title: t("Oauth.signed_out_title"),
      headers: CLEAR_SESSION_COOKIE,
      children: <SignedOutCard t={t} appName={appName} fault={result.problem} />,
    })
  const { reason: doubt, csrf, target } = result
  const form = { csrf, locale, request: encryptRequest({ ...result.request, locales: locale }) }
  return staticPage({
    request,
    locale,
    title: t("Oauth.sign_out_title"),
    ...(target !== null && { formTarget: target }),
    children: <SignOutCard t={t} form={form} appName={appName} doubt={doubt} />,
  })
}
