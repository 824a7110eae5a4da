import { EMAIL_MAX } from "@/domain/email-address"
import { redirectUriMatches } from "@/domain/redirect-uri"
import { isOauthScope, isScope, type Scope } from "@/domain/scope"
import { allowedScopes, type App, findApp } from "@/oauth/apps"
import { parseClaimsParameter, type RequestedClaims, scopesForClaims } from "@/oauth/claims"
import { readIdTokenHint } from "@/oauth/id-token"
import { OauthError, UnsafeRequest } from "@/oauth/oauth-error"
import type { Parameters } from "@/oauth/parameters"
import { isBase64urlOf32Bytes } from "@/platform/secrets"

/** An authorization request that has passed every check that needs no session (RFC 6749, section 4.1.1). */
export interface AuthorizationRequest {
  clientId: string
  redirectUri: string
  scopes: Scope[]
  /** Scopes that the claims parameter needs consent for, beyond the requested ones. */
  claimScopes: Scope[]
  state: string | null
  nonce: string | null
  codeChallenge: string | null
  prompt: Prompt[]
  /** Seconds. */
  maxAge: number | null
  claims: RequestedClaims | null
  /** The subject identifier of the account that must sign in, if the request names one. */
  subject: string | null
  loginHint: string | null
  uiLocales: string | null
}

const PROMPTS = ["none", "login", "consent", "select_account"] as const
type Prompt = (typeof PROMPTS)[number]

const TEXT_MAX = 4096

/**
 * Validates the app and its redirect URI.
 * @throws UnsafeRequest if either is invalid: such a request must never be redirected
 */
export async function validateClient(parameters: Parameters): Promise<{ app: App; redirectUri: string }> {
  const clientId = parameters.get("client_id")
  if (clientId === null || parameters.repeated.has("client_id")) throw new UnsafeRequest("client")
  const app = await findApp(clientId)
  if (!app) throw new UnsafeRequest("client")
  const redirectUri = parameters.get("redirect_uri")
  if (redirectUri === null || parameters.repeated.has("redirect_uri")) throw new UnsafeRequest("redirect_uri")
  if (!app.redirectUris.some((registered) => redirectUriMatches(registered, redirectUri, app.loopbackAnyPort))) {
    throw new UnsafeRequest("redirect_uri", {
      clientId,
      reason: "redirect_uri_not_registered",
      detail: withoutQuery(redirectUri),
    })
  }
  if (app.suspended) throw new UnsafeRequest("suspended", { clientId, reason: "app_not_usable" })
  return { app, redirectUri }
}

/** Returns a URI without its query and fragment, which may hold secrets. */
export function withoutQuery(uri: string): string {
  return uri.replace(/[?#].*$/s, "")
}

/**
 * Validates the rest of the request.
 * @throws OauthError, which is sent back to the client
 */
export async function validateRequest(
  parameters: Parameters,
  app: App,
  redirectUri: string,
): Promise<AuthorizationRequest> {
  parameters.rejectRepeated()
  rejectUnsupported(parameters)
  const claims = validateClaims(parameters.get("claims"))
  const scopes = validateScopes(parameters.get("scope"), app)
  return rejectNul({
    clientId: app.clientId,
    redirectUri,
    scopes,
    claimScopes: claims
      ? scopesForClaims(claims).filter((scope) => allowedScopes(app).has(scope) && !scopes.includes(scope))
      : [],
    state: limitLength(parameters.get("state"), "state"),
    nonce: limitLength(parameters.get("nonce"), "nonce"),
    codeChallenge: validateChallenge(parameters, app),
    prompt: validatePrompt(parameters.get("prompt")),
    maxAge: validateMaxAge(parameters.get("max_age")),
    claims,
    subject: (await validateIdTokenHint(parameters.get("id_token_hint"), app)) ?? claims?.subject ?? null,
    loginHint: parameters.get("login_hint")?.slice(0, EMAIL_MAX) ?? null,
    uiLocales: parameters.get("ui_locales")?.slice(0, 100) ?? null,
  })
}

/** PostgreSQL stores the request during the user's decision, and cannot store NUL. */
function rejectNul(request: AuthorizationRequest): AuthorizationRequest {
  if (JSON.stringify(request).includes("\\u0000"))
    throw new OauthError("invalid_request", "A parameter holds a NUL character.")
  return request
}

function rejectUnsupported(parameters: Parameters): void {
  const responseType = parameters.get("response_type")
  if (responseType === null) throw new OauthError("invalid_request", "response_type is missing.")
  if (responseType !== "code")
    throw new OauthError("unsupported_response_type", "Only response_type=code is supported.")
  for (const name of ["request", "request_uri", "registration"] as const) {
    if (parameters.get(name) !== null)
      throw new OauthError(`${name}_not_supported`, `The parameter ${name} is not supported.`)
  }
  const mode = parameters.get("response_mode")
  if (mode !== null && mode !== "query")
    throw new OauthError("invalid_request", "Only response_mode=query is supported.")
}

function limitLength(value: string | null, name: string): string | null {
  if (value !== null && value.length > TEXT_MAX) throw new OauthError("invalid_request", `The ${name} is too long.`)
  return value
}

// RFC 6749, section 3.3: an unordered list. Unknown scopes are ignored (OpenID Connect Core, section 3.1.2.1); the
// token response names the granted ones.
function validateScopes(text: string | null, app: App): Scope[] {
  const requested = text === null ? app.requiredScopes : parseScopes(text)
  if (requested.length === 0)
    throw new OauthError("invalid_scope", "None of the requested scopes exists.", {
      reason: "scope_unknown",
      detail: text,
    })
  const allowed = allowedScopes(app)
  const notAllowed = requested.filter((scope) => !isOauthScope(scope) || !allowed.has(scope))
  if (notAllowed.length > 0)
    throw new OauthError("invalid_scope", "This app may not request one of these scopes.", {
      reason: "scope_not_allowed",
      detail: notAllowed.join(" "),
    })
  return requested
}

/** Returns our scopes in a list, without duplicates. */
export function parseScopes(text: string): Scope[] {
  return [...new Set(text.split(" ").filter(isScope))]
}

// RFC 7636, section 4.3, with S256 only.
function validateChallenge(parameters: Parameters, app: App): string | null {
  const challenge = parameters.get("code_challenge")
  const method = parameters.get("code_challenge_method")
  if (challenge === null) {
    if (app.type === "public" || app.pkceRequired)
      throw new OauthError("invalid_request", "code_challenge is required.")
    if (method !== null)
      throw new OauthError("invalid_request", "code_challenge_method was sent without code_challenge.")
    return null
  }
  if (method !== "S256") throw new OauthError("invalid_request", "code_challenge_method must be S256.")
  if (!isBase64urlOf32Bytes(challenge))
    throw new OauthError("invalid_request", "code_challenge must be 43 base64url characters.")
  return challenge
}

function validatePrompt(text: string | null): Prompt[] {
  const prompts = (text ?? "").split(" ").filter((prompt) => prompt !== "")
  if (prompts.some((prompt) => !PROMPTS.includes(prompt as Prompt)))
    throw new OauthError("invalid_request", "prompt holds a value that does not exist.")
  if (prompts.includes("none") && prompts.length > 1)
    throw new OauthError("invalid_request", "prompt=none allows no other value.")
  return prompts as Prompt[]
}

function validateMaxAge(text: string | null): number | null {
  if (text === null) return null
  if (!/^\d{1,10}$/.test(text)) throw new OauthError("invalid_request", "max_age must be a number of seconds.")
  return Number(text)
}

function validateClaims(text: string | null): RequestedClaims | null {
  if (text === null) return null
  const claims = text.length > TEXT_MAX ? null : parseClaimsParameter(text)
  if (!claims) throw new OauthError("invalid_request", "claims must be a JSON object.")
  return claims
}

async function validateIdTokenHint(hint: string | null, app: App): Promise<string | null> {
  if (hint === null) return null
  const claims = await readIdTokenHint(hint)
  if (!claims || claims.clientId !== app.clientId)
    throw new OauthError("invalid_request", "id_token_hint is not an ID token that was issued to this client.")
  return claims.subject
}

/**
 * Whether the request requires a different account.
 * @param known by which the client knows the account
 */
export function isDifferentSubject({ subject }: AuthorizationRequest, known: string): boolean {
  return subject !== null && subject !== known
}
