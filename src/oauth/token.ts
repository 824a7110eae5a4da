import { errorJson, json, methodNotAllowed, NO_STORE } from "@/oauth/answers"
import { authenticateClient } from "@/oauth/client-authentication"
import { exchangeCode } from "@/oauth/grants/authorization-code"
import { refresh } from "@/oauth/grants/refresh-token"
import { tokenResponse } from "@/oauth/issue-tokens"
import { OauthError } from "@/oauth/oauth-error"
import { formParameters } from "@/oauth/parameters"

const GRANTS = { authorization_code: exchangeCode, refresh_token: refresh }

/** The token endpoint (RFC 6749 section 3.2). */
export const token = async (request: Request): Promise<Response> => {
  if (request.method !== "POST") return methodNotAllowed("POST")
  try {
    if (new URL(request.url).search !== "") throw new OauthError("invalid_request", "Parameters belong into the body.")
    const parameters = await formParameters(request)
    parameters.refuseRepeated()
    const grantType = parameters.get("grant_type")
    if (grantType === null) throw new OauthError("invalid_request", "grant_type is missing.")
    const app = await authenticateClient(request, parameters)
    if (!Object.hasOwn(GRANTS, grantType)) throw new OauthError("unsupported_grant_type", "grant_type is authorization_code or refresh_token.")
    const { authorization, tokens } = await GRANTS[grantType as keyof typeof GRANTS](app, parameters)
    return json(200, await tokenResponse(authorization, tokens), NO_STORE)
  } catch (error) {
    if (error instanceof OauthError) return errorJson(error)
    throw error
  }
}
