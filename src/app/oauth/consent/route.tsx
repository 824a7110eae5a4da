import { ConsentCard } from "@/app/oauth/consent/consent-card"
import { type Door, providerPage } from "@/app/oauth/provider-page"
import { staticPage } from "@/app/static/static-page"
import { isLocale } from "@/domain/locale"
import { isProblem } from "@/domain/problem"
import { translatorOf } from "@/i18n/translator"
import { methodNotAllowed, type OauthAnswer } from "@/oauth/answers"
import type { InteractionState } from "@/oauth/consent"
import { checkForm, confirmFirst, csrfOf, findInteraction, signInPath } from "@/oauth/interactions"
import { UnsafeRequest } from "@/oauth/oauth-error"
import { pageLocale } from "@/oauth/page-locale"
import { pageForm } from "@/oauth/parameters"
import type { HttpRequest } from "@/http/message"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = providerPage((request, door) => {
  if (request.method === "POST") return submit(request, door)
  return request.method === "GET" ? show(request, door) : Promise.resolve(methodNotAllowed("GET", "POST"))
})

async function submit(request: HttpRequest, { call, goTo }: Door): Promise<OauthAnswer> {
  const form = await pageForm(request)
  const interaction = form.get("interaction") ?? ""
  await checkForm(request, interaction, form.get("csrf") ?? "")
  const locale = form.get("locale")
  const scopes = form.all("scope")
  try {
    const { location } = await call((oauth) =>
      isLocale(locale)
        ? oauth.chooseLanguage({ interaction, locale, form: { page: "consent", scopes } })
        : oauth.decide({ interaction, decision: form.get("decision") === "allow" ? "allow" : "deny", scopes }),
    )
    return goTo(location)
  } catch (error) {
    // A person who has signed out meanwhile cannot decide.
    if (isProblem(error) && error.code === "authentication_required") throw new UnsafeRequest("interaction")
    if (isProblem(error) && error.code === "email_not_verified") return goTo(confirmFirst(interaction))
    throw error
  }
}

async function show(request: HttpRequest, { call, goTo }: Door): Promise<OauthAnswer> {
  const interaction = new URL(request.url).searchParams.get("interaction") ?? ""
  const asked = await orNull(call((oauth) => oauth.interaction({ interaction })))
  if (!asked) {
    // When signed out, it has not been checked yet whether there is such a request.
    await findInteraction(request.header("cookie"), interaction)
    return goTo(signInPath(interaction))
  }
  if (asked.state === "sign_in") return goTo(signInPath(interaction))
  if (asked.state === "confirm_email") return goTo(confirmFirst(interaction))
  if (asked.state === "allowed_before") return goTo((await call((oauth) => oauth.resume({ interaction }))).location)
  const locale = pageLocale(request, asked.uiLocales, asked.account.locale)
  const t = translatorOf(locale)
  return staticPage({
    locale,
    title: t("Oauth.consent_title", { app: asked.app.name, platform: t("Common.brand") }),
    form: "consent-form",
    formTarget: asked.redirectUri,
    children: <ConsentCard t={t} form={{ interaction, csrf: csrfOf(request, interaction) }} asked={asked} />,
  })
}

/** The pending request to the signed-in account; null if signed out. */
async function orNull(asked: Promise<InteractionState>): Promise<InteractionState | null> {
  try {
    return await asked
  } catch (error) {
    if (isProblem(error) && error.code === "authentication_required") return null
    throw error
  }
}
