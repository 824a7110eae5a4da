import { oauthErrorResponse, jsonResponse, methodNotAllowed, NO_STORE, type OauthResponse } from "@/oauth/responses"
import { authenticateClient, recordUnknownGrant, throwIfClientBlocked } from "@/oauth/client-authentication"
import { exchangeCode, findCode } from "@/oauth/grants/authorization-code"
import { issueClientToken } from "@/oauth/grants/client-credentials"
import { exchangeRefreshToken, findRefreshToken } from "@/oauth/grants/refresh-token"
import { tokenResponse } from "@/oauth/issue-tokens"
import { OauthError } from "@/oauth/oauth-error"
import { readFormParameters, type Parameters } from "@/oauth/parameters"
import type { HttpRequest } from "@/http/message"

const GRANT_HANDLERS = {
  authorization_code: async (request: HttpRequest, parameters: Parameters) => {
    const [app, code] = await Promise.all([authenticateClient(request, parameters), findCode(parameters)])
    return tokenResponse(await exchangeCode(app, parameters, code))
  },
  client_credentials: async (request: HttpRequest, parameters: Parameters) =>
    issueClientToken(await authenticateClient(request, parameters), parameters),
  refresh_token: async (request: HttpRequest, parameters: Parameters) => {
    const [app, refreshToken] = await Promise.all([
      authenticateClient(request, parameters),
      findRefreshToken(parameters),
    ])
    return tokenResponse(await exchangeRefreshToken(app, parameters, refreshToken))
  },
}

function isSupportedGrant(grantType: string): grantType is keyof typeof GRANT_HANDLERS {
  return Object.hasOwn(GRANT_HANDLERS, grantType)
}

/** The token endpoint (RFC 6749, section 3.2). */
export async function handleTokenRequest(request: HttpRequest): Promise<OauthResponse> {
  if (request.method !== "POST") return methodNotAllowed("POST")
  try {
    if (new URL(request.url).search !== "")
      throw new OauthError("invalid_request", "Send the parameters in the body, not in the URL.")
    const parameters = await readFormParameters(request)
    parameters.rejectRepeated()
    const grantType = parameters.get("grant_type")
    if (grantType === null) throw new OauthError("invalid_request", "grant_type is missing.")
    throwIfClientBlocked(request, parameters)
    if (!isSupportedGrant(grantType)) {
      const { clientId } = await authenticateClient(request, parameters)
      throw new OauthError(
        "unsupported_grant_type",
        "grant_type is authorization_code, refresh_token or client_credentials.",
        {
          clientId,
          reason: "grant_type_unsupported",
          detail: grantType,
        },
      )
    }
    const response = await GRANT_HANDLERS[grantType](request, parameters).catch(async (error: unknown) => {
      if (error instanceof OauthError) await recordUnknownGrant(request, parameters, error)
      throw error
    })
    return jsonResponse(200, response, NO_STORE)
  } catch (error) {
    if (error instanceof OauthError) return oauthErrorResponse(error)
    throw error
  }
}
