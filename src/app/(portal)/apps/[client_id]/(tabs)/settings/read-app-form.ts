import { APP_NAME_MAX, APP_SCOPES, type AppScope } from "@/domain/oauth-app"
import { REDIRECT_URIS_MAX, type RedirectUriProblem, redirectUriProblem } from "@/domain/redirect-uri"

/** The error of a field: its own code, or the first redirect URI that cannot be registered. */
export type FieldProblem =
  | "required"
  | "https"
  | "many"
  | "name"
  | "long"
  | "logo"
  | { uri: string; problem: RedirectUriProblem }

export type AppFormErrors = Partial<
  Record<
    "name" | "logo" | "homepage_url" | "privacy_url" | "terms_url" | "redirect_uris" | "post_logout_redirect_uris",
    FieldProblem
  >
>

function text(form: FormData, name: string): string {
  return ((form.get(name) as string | null) ?? "").trim()
}

/** Fields that cannot be changed during a review are not in the form, and are not sent. */
export function readReviewed(form: FormData) {
  const need = (scope: AppScope): string => text(form, `need:${scope}`)
  const reasons = APP_SCOPES.filter((scope) => need(scope) !== "off").map(
    (scope) => [scope, text(form, `reason:${scope}`)] as const,
  )
  return {
    name: text(form, "name"),
    redirect_uris: lines(form, "redirect_uris"),
    post_logout_redirect_uris: lines(form, "post_logout_redirect_uris"),
    loopback_any_port: form.has("loopback_any_port"),
    required_scopes: APP_SCOPES.filter((scope) => need(scope) === "required"),
    optional_scopes: APP_SCOPES.filter((scope) => need(scope) === "optional"),
    scope_reasons: Object.fromEntries(reasons) as Partial<Record<AppScope, string>>,
  }
}

export function readFree(form: FormData, isPublic: boolean) {
  return {
    description: text(form, "description"),
    homepage_url: text(form, "homepage_url"),
    privacy_url: text(form, "privacy_url"),
    terms_url: text(form, "terms_url"),
    ...(!isPublic && { pkce_required: form.has("pkce_required") }),
  }
}

/** The redirect URIs of a test client. */
export function readRedirects(form: FormData) {
  return {
    redirect_uris: lines(form, "redirect_uris"),
    post_logout_redirect_uris: lines(form, "post_logout_redirect_uris"),
  }
}

/** A test client needs a redirect URI as soon as it is saved. */
export function redirectProblemsOf(fields: ReturnType<typeof readRedirects>): AppFormErrors {
  return withoutUndefined({
    redirect_uris: fields.redirect_uris.length === 0 ? "required" : uriProblem(fields.redirect_uris),
    post_logout_redirect_uris: uriProblem(fields.post_logout_redirect_uris),
  })
}

function withoutUndefined(errors: Record<string, FieldProblem | undefined>): AppFormErrors {
  return Object.fromEntries(Object.entries(errors).filter(([, problem]) => problem !== undefined))
}

function lines(form: FormData, name: string): string[] {
  return [...new Set(text(form, name).split(/\s+/).filter(Boolean))]
}

type Fields = Partial<ReturnType<typeof readReviewed>> & ReturnType<typeof readFree>

export function problemsOf(fields: Fields): AppFormErrors {
  return withoutUndefined({
    name: nameProblem(fields.name),
    homepage_url: urlProblem(fields.homepage_url),
    privacy_url: urlProblem(fields.privacy_url),
    terms_url: urlProblem(fields.terms_url),
    redirect_uris: uriProblem(fields.redirect_uris),
    post_logout_redirect_uris: uriProblem(fields.post_logout_redirect_uris),
  })
}

function nameProblem(name: string | undefined): FieldProblem | undefined {
  if (name === "") return "required"
  return (name?.length ?? 0) > APP_NAME_MAX ? "long" : undefined
}

function urlProblem(url: string): FieldProblem | undefined {
  return url === "" || (URL.canParse(url) && /^https:\/\//i.test(url)) ? undefined : "https"
}

function uriProblem(uris: readonly string[] = []): FieldProblem | undefined {
  for (const uri of uris) {
    const problem = redirectUriProblem(uri)
    if (problem) return { uri, problem }
  }
  return uris.length > REDIRECT_URIS_MAX ? "many" : undefined
}
