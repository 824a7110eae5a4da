import { type PageContext, providerPage } from "@/app/oauth/provider-page"
import { SecondStepCard } from "@/app/oauth/sign-in/second-step-card"
import { SignInCard } from "@/app/oauth/sign-in/sign-in-card"
import { staticPage } from "@/app/static/static-page"
import { isLocale, type Locale } from "@/domain/locale"
import { pluralValues } from "@/i18n/format"
import { type Translator, translatorOf } from "@/i18n/translator"
import { methodNotAllowed, type OauthResponse } from "@/oauth/responses"
import { verifyCsrfToken, interactionCsrfToken } from "@/oauth/interactions"
import { pageLocale } from "@/oauth/page-locale"
import { readPageForm } from "@/oauth/parameters"
import type { SignInRequest } from "@/oauth/sign-in"
import type { HttpRequest } from "@/http/message"

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = providerPage((request, context) => {
  if (request.method === "GET" || request.method === "HEAD") return renderSignIn(request, context)
  return request.method === "POST" ? submitForm(request, context) : Promise.resolve(methodNotAllowed("GET", "POST"))
})

async function submitForm(request: HttpRequest, { call, redirectTo }: PageContext): Promise<OauthResponse> {
  const form = await readPageForm(request)
  const interaction = form.get("interaction") ?? ""
  await verifyCsrfToken(request, interaction, form.get("csrf") ?? "")
  const locale = form.get("locale")
  const [code, email] = [form.get("code"), form.get("email") ?? ""]
  const isSecondStep = form.has("code")
  const { location } = await call((oauth) => {
    if (isLocale(locale))
      return oauth.chooseLanguage({
        interaction,
        locale,
        form: isSecondStep ? { page: "second_step" } : { page: "sign_in", email },
      })
    return oauth.signIn(
      isSecondStep ? { interaction, code: code ?? "" } : { interaction, email, password: form.get("password") ?? "" },
    )
  })
  return redirectTo(location)
}

async function renderSignIn(request: HttpRequest, { call }: PageContext): Promise<OauthResponse> {
  const interaction = new URL(request.url).searchParams.get("interaction") ?? ""
  const signInRequest = await call((oauth) => oauth.signInRequest({ interaction }))
  const { step, redirectUri, waitSeconds } = signInRequest
  const locale = pageLocale(request, signInRequest.uiLocales)
  const t = translatorOf(locale)
  const form = { interaction, csrf: interactionCsrfToken(request, interaction) }
  if (step)
    return staticPage({
      request,
      locale,
      title: t("SignIn.step_title"),
      form: "step-form",
      formTarget: redirectUri,
      children: <SecondStepCard t={t} form={form} step={step} failure={failureMessage(t, locale, signInRequest)} />,
    })
  return staticPage({
    request,
    ...(waitSeconds > 0 && { status: 429, headers: { "retry-after": String(waitSeconds) } }),
    locale,
    title: t("SignIn.title"),
    form: "sign-in-form",
    formTarget: redirectUri,
    children: (
      <SignInCard
        t={t}
        form={form}
        appName={signInRequest.appName}
        email={signInRequest.email}
        failure={failureMessage(t, locale, signInRequest)}
      />
    ),
  })
}

/** The portal's messages for the stored error of an attempt. */
const FAILURE_MESSAGE_KEYS = {
  sign_in_missing: "missing",
  sign_in_wrong: "wrong",
  step_expired: "step_expired",
  step_missing: "step_missing",
  step_wrong: "step_wrong",
} as const satisfies Record<NonNullable<SignInRequest["failure"]>, string>

/** The message about the previous attempt. */
function failureMessage(t: Translator, locale: Locale, { failure, waitSeconds }: SignInRequest): string | null {
  if (waitSeconds > 0)
    return t("Problems.wait", {
      wait:
        waitSeconds < 90
          ? t("Problems.seconds", pluralValues(waitSeconds, locale))
          : t("Problems.minutes", pluralValues(Math.ceil(waitSeconds / 60), locale)),
    })
  return failure ? t(`SignIn.${FAILURE_MESSAGE_KEYS[failure]}`) : null
}
