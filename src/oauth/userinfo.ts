import { findAccessToken, type FoundToken } from "@/auth/access-token"
import { recordRefusedCredential, throwIfNetworkBlocked } from "@/auth/refused-credentials"
import { credentialKind } from "@/domain/credential"
import {
  errorResponse,
  oauthErrorResponse,
  jsonResponse,
  methodNotAllowed,
  NO_STORE,
  type OauthResponse,
} from "@/oauth/responses"
import { accountClaims, CLAIMS_OF_SCOPE, type RequestedClaims } from "@/oauth/claims"
import { isClaimGranted } from "@/oauth/issue-tokens"
import { OauthError, type Refusal } from "@/oauth/oauth-error"
import { readFormParameters } from "@/oauth/parameters"
import type { HttpRequest } from "@/http/message"
import { hashCredential } from "@/platform/secrets"

/** The UserInfo endpoint (OpenID Connect Core, section 5.3). */
export async function userinfo(request: HttpRequest): Promise<OauthResponse> {
  if (request.method !== "GET" && request.method !== "POST" && request.method !== "HEAD")
    return methodNotAllowed("GET", "POST")
  let accessToken: string | null
  try {
    accessToken = await readAccessToken(request)
  } catch (error) {
    if (error instanceof OauthError) return oauthErrorResponse(error)
    throw error
  }
  if (accessToken === null) return unauthorized(401, 'Bearer realm="haat"')
  throwIfNetworkBlocked(
    request.ip,
    () => credentialKind(accessToken) !== null,
    () => hashCredential(accessToken),
  )
  const token = await findAccessToken(accessToken)
  if (!token) await recordRefusedCredential(request.ip, hashCredential(accessToken))
  if (!token || token.refusalReason) {
    return unauthorized(
      401,
      'Bearer realm="haat", error="invalid_token", error_description="The access token is not valid."',
      token?.refusalReason && toRefusal(token, token.refusalReason),
    )
  }
  if (!token.caller.scopes.has("openid"))
    return unauthorized(
      403,
      'Bearer realm="haat", error="insufficient_scope", scope="openid"',
      toRefusal(token, "scope_missing"),
    )
  const names = new Set<string>()
  for (const [scope, claims] of Object.entries(CLAIMS_OF_SCOPE))
    if (token.caller.scopes.has(scope as "email")) for (const name of claims) names.add(name)
  for (const name of (token.claims as RequestedClaims | null)?.userinfo ?? [])
    if (isClaimGranted(name, token.grantScopes)) names.add(name)
  return jsonResponse(200, accountClaims(token.account, names), NO_STORE)
}

// RFC 6750, sections 2.1 and 2.2; the query is not supported (section 2.3) on purpose.
async function readAccessToken(request: HttpRequest): Promise<string | null> {
  const authorization = request.header("authorization")
  const isForm =
    request.method === "POST" &&
    (request.header("content-type") ?? "").toLowerCase().startsWith("application/x-www-form-urlencoded")
  const tokenInBody = isForm ? await readBodyToken(request) : null
  if (authorization === null) return tokenInBody
  if (tokenInBody !== null) throw new OauthError("invalid_request", "Send the access token in one way only.")
  const match = /^bearer +(\S+) *$/i.exec(authorization)
  // A header of another scheme is a malformed credential, not a missing one.
  return match?.[1] ?? (/^bearer *$/i.test(authorization) || authorization.trim() === "" ? null : "malformed")
}

async function readBodyToken(request: HttpRequest): Promise<string | null> {
  const parameters = await readFormParameters(request)
  parameters.rejectRepeated()
  return parameters.get("access_token")
}

function toRefusal({ caller: { clientId, accountId, grantId } }: FoundToken, reason: Refusal["reason"]): Refusal {
  return {
    clientId,
    accountId,
    grantId,
    reason,
  }
}

function unauthorized(status: 401 | 403, challenge: string, refusal?: Refusal | null): OauthResponse {
  const error = /error="(\w+)"/.exec(challenge)?.[1]
  const response = errorResponse(status, error ? { error } : {}, { ...NO_STORE, "www-authenticate": challenge })
  return error && refusal ? { ...response, loggedRefusal: { error, refusal } } : response
}
