import { SignedOutCard, SignOutCard } from "@/app/oauth/end_session/sign-out-cards"
import { type Door, providerPage } from "@/app/oauth/provider-page"
import { staticPage } from "@/app/static/static-page"
import { isProblem } from "@/domain/problem"
import { translatorOf } from "@/i18n/translator"
import { methodNotAllowed, type OauthAnswer } from "@/oauth/answers"
import { checkSignOutForm, endSession, FORGET, seal } from "@/oauth/end-session"
import { pageLocale } from "@/oauth/page-locale"
import { pageForm, Parameters } from "@/oauth/parameters"
import type { HttpRequest } from "@/http/message"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = providerPage(async (request, door) => {
  // A HEAD request is safe (RFC 9110, section 9.2.1): it must not sign out.
  if (request.method === "GET") return show(request, new Parameters(new URL(request.url).searchParams))
  if (request.method !== "POST") return methodNotAllowed("GET", "POST")
  const form = await pageForm(request)
  return form.get("decision") === null ? show(request, form) : submit(request, form, door)
})

/** Performs the chosen action; if the person is already signed out, the page says so. */
async function submit(request: HttpRequest, form: Parameters, { call, goTo }: Door): Promise<OauthAnswer> {
  if (!(await checkSignOutForm(request, form.get("csrf") ?? ""))) return show(request, form)
  if (form.get("decision") !== "sign_out") return goTo("/")
  try {
    const asked = { request: form.get("request"), locale: form.get("ui_locales") }
    return goTo((await call((oauth) => oauth.signOut(asked))).location)
  } catch (error) {
    if (isProblem(error) && error.code === "authentication_required") return show(request, form)
    throw error
  }
}

async function show(request: HttpRequest, parameters: Parameters): Promise<OauthAnswer> {
  const answer = await endSession(request, parameters)
  if (!("state" in answer)) return answer
  const { appName } = answer
  const locale = pageLocale(request, answer.uiLocales)
  const t = translatorOf(locale)
  if (answer.state === "signed_out")
    return staticPage({
      locale,
      title: t("Oauth.signed_out_title"),
      headers: FORGET,
      children: <SignedOutCard t={t} appName={appName} fault={answer.fault} />,
    })
  const { doubt, csrf, target } = answer
  const form = { csrf, locale, request: seal({ ...answer.request, locales: locale }) }
  return staticPage({
    locale,
    title: t("Oauth.sign_out_title"),
    ...(target !== null && { formTarget: target }),
    children: <SignOutCard t={t} form={form} appName={appName} doubt={doubt} />,
  })
}
