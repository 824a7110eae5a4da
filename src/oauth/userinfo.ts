import { findAccessToken, type FoundToken } from "@/auth/access-token"
import { recordRefusedCredential, throwIfNetworkBlocked } from "@/auth/refused-credentials"
import { credentialKind } from "@/domain/credential"
import { errorAnswer, errorJson, json, methodNotAllowed, NO_STORE, type OauthAnswer } from "@/oauth/answers"
import { claimsOf, CLAIMS_OF_SCOPE, type RequestedClaims } from "@/oauth/claims"
import { isGranted } from "@/oauth/issue-tokens"
import { OauthError, type Refusal } from "@/oauth/oauth-error"
import { formParameters } from "@/oauth/parameters"
import type { HttpRequest } from "@/http/message"
import { hashCredential } from "@/platform/secrets"

/** The UserInfo endpoint (OpenID Connect Core, section 5.3). */
export const userinfo = async (request: HttpRequest): Promise<OauthAnswer> => {
  if (request.method !== "GET" && request.method !== "POST" && request.method !== "HEAD")
    return methodNotAllowed("GET", "POST")
  let presented: string | null
  try {
    presented = await presentedToken(request)
  } catch (error) {
    if (error instanceof OauthError) return errorJson(error)
    throw error
  }
  if (presented === null) return refuse(401, 'Bearer realm="haat"')
  throwIfNetworkBlocked(
    request.address,
    () => credentialKind(presented) !== null,
    () => hashCredential(presented),
  )
  const token = await findAccessToken(presented)
  if (!token) await recordRefusedCredential(request.address, hashCredential(presented))
  if (!token || token.refusalReason) {
    return refuse(
      401,
      'Bearer realm="haat", error="invalid_token", error_description="The access token is not valid."',
      token?.refusalReason && refusalOf(token, token.refusalReason),
    )
  }
  if (!token.caller.scopes.has("openid"))
    return refuse(
      403,
      'Bearer realm="haat", error="insufficient_scope", scope="openid"',
      refusalOf(token, "scope_missing"),
    )
  const names = new Set<string>()
  for (const [scope, claims] of Object.entries(CLAIMS_OF_SCOPE))
    if (token.caller.scopes.has(scope as "email")) for (const name of claims) names.add(name)
  for (const name of (token.claims as RequestedClaims | null)?.userinfo ?? [])
    if (isGranted(name, token.grantScopes)) names.add(name)
  return json(200, claimsOf(token.account, names), NO_STORE)
}

// RFC 6750, sections 2.1 and 2.2; the query is not supported (section 2.3) on purpose.
const presentedToken = async (request: HttpRequest): Promise<string | null> => {
  const authorization = request.header("authorization")
  const isForm =
    request.method === "POST" &&
    (request.header("content-type") ?? "").toLowerCase().startsWith("application/x-www-form-urlencoded")
  const inBody = isForm ? await bodyToken(request) : null
  if (authorization === null) return inBody
  if (inBody !== null) throw new OauthError("invalid_request", "Send the access token in one way only.")
  const match = /^bearer +(\S+) *$/i.exec(authorization)
  // A header of another scheme is a malformed credential, not a missing one.
  return match?.[1] ?? (/^bearer *$/i.test(authorization) || authorization.trim() === "" ? null : "malformed")
}

const bodyToken = async (request: HttpRequest): Promise<string | null> => {
  const parameters = await formParameters(request)
  parameters.refuseRepeated()
  return parameters.get("access_token")
}

const refusalOf = ({ caller: { clientId, accountId, grantId } }: FoundToken, reason: Refusal["reason"]): Refusal => ({
  clientId,
  accountId,
  grantId,
  reason,
})

const refuse = (status: 401 | 403, challenge: string, refusal?: Refusal | null): OauthAnswer => {
  const error = /error="(\w+)"/.exec(challenge)?.[1]
  const answer = errorAnswer(status, error ? { error } : {}, { ...NO_STORE, "www-authenticate": challenge })
  return error && refusal ? { ...answer, refused: { error, refusal } } : answer
}
