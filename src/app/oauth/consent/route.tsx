import { ConsentCard, consentTitle, hasManyScopes } from "@/app/oauth/consent/consent-card"
import { type PageContext, providerPage } from "@/app/oauth/provider-page"
import { staticPage } from "@/app/static/static-page"
import { isLocale } from "@/domain/locale"
import { isProblem } from "@/domain/problem"
import { translatorOf } from "@/i18n/translator"
import { methodNotAllowed, type OauthResponse } from "@/oauth/responses"
import type { InteractionState } from "@/oauth/consent"
import {
  verifyCsrfToken,
  verifyEmailPath,
  interactionCsrfToken,
  findInteraction,
  interactionSignInPath,
} from "@/oauth/interactions"
import { UnsafeRequest } from "@/oauth/oauth-error"
import { pageLocale } from "@/oauth/page-locale"
import { readPageForm } from "@/oauth/parameters"
import type { HttpRequest } from "@/http/message"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = providerPage((request, context) => {
  if (request.method === "POST") return submitDecision(request, context)
  return request.method === "GET" ? renderConsent(request, context) : Promise.resolve(methodNotAllowed("GET", "POST"))
})

async function submitDecision(request: HttpRequest, { call, redirectTo }: PageContext): Promise<OauthResponse> {
  const form = await readPageForm(request)
  const interaction = form.get("interaction") ?? ""
  await verifyCsrfToken(request, interaction, form.get("csrf") ?? "")
  const locale = form.get("locale")
  const scopes = form.all("scope")
  try {
    const { location } = await call((oauth) =>
      isLocale(locale)
        ? oauth.chooseLanguage({ interaction, locale, form: { page: "consent", scopes } })
        : oauth.decide({ interaction, decision: form.get("decision") === "allow" ? "allow" : "deny", scopes }),
    )
    return redirectTo(location)
  } catch (error) {
    // A person who has signed out meanwhile cannot decide.
    if (isProblem(error) && error.code === "authentication_required") throw new UnsafeRequest("interaction")
    if (isProblem(error) && error.code === "email_not_verified") return redirectTo(verifyEmailPath(interaction))
    throw error
  }
}

async function renderConsent(request: HttpRequest, { call, redirectTo }: PageContext): Promise<OauthResponse> {
  const interaction = new URL(request.url).searchParams.get("interaction") ?? ""
  const state = await unlessSignedOut(call((oauth) => oauth.interaction({ interaction })))
  if (!state) {
    // When signed out, it has not been checked yet whether there is such a request.
    await findInteraction(request.header("cookie"), interaction)
    return redirectTo(interactionSignInPath(interaction))
  }
  if (state.state === "sign_in") return redirectTo(interactionSignInPath(interaction))
  if (state.state === "confirm_email") return redirectTo(verifyEmailPath(interaction))
  if (state.state === "allowed_before")
    return redirectTo((await call((oauth) => oauth.resume({ interaction }))).location)
  const locale = pageLocale(request, state.uiLocales, state.account.locale)
  const t = translatorOf(locale)
  return staticPage({
    request,
    locale,
    title: consentTitle(t, state.app),
    form: "consent-form",
    formTarget: state.redirectUri,
    wide: hasManyScopes(state),
    children: (
      <ConsentCard t={t} form={{ interaction, csrf: interactionCsrfToken(request, interaction) }} request={state} />
    ),
  })
}

/** The pending request to the signed-in account; null if signed out. */
async function unlessSignedOut(state: Promise<InteractionState>): Promise<InteractionState | null> {
  try {
    return await state
  } catch (error) {
    if (isProblem(error) && error.code === "authentication_required") return null
    throw error
  }
}
