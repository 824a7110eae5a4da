import { errorJson, json, methodNotAllowed, NO_STORE, type OauthAnswer } from "@/oauth/answers"
import { authenticateClient, countUnknownGrant, refuseFailingClient } from "@/oauth/client-authentication"
import { exchangeCode, findCode } from "@/oauth/grants/authorization-code"
import { findRefreshToken, refresh } from "@/oauth/grants/refresh-token"
import { tokenResponse } from "@/oauth/issue-tokens"
import { OauthError } from "@/oauth/oauth-error"
import { formParameters, type Parameters } from "@/oauth/parameters"
import type { HttpRequest } from "@/http/message"

const GRANTS = {
  authorization_code: async (request: HttpRequest, parameters: Parameters) => {
    const [app, code] = await Promise.all([authenticateClient(request, parameters), findCode(parameters)])
    return exchangeCode(app, parameters, code)
  },
  refresh_token: async (request: HttpRequest, parameters: Parameters) => {
    const [app, token] = await Promise.all([authenticateClient(request, parameters), findRefreshToken(parameters)])
    return refresh(app, parameters, token)
  },
}

const isGrant = (grantType: string): grantType is keyof typeof GRANTS => Object.hasOwn(GRANTS, grantType)

/** The token endpoint (RFC 6749, section 3.2). */
export const token = async (request: HttpRequest): Promise<OauthAnswer> => {
  if (request.method !== "POST") return methodNotAllowed("POST")
  try {
    if (new URL(request.url).search !== "") throw new OauthError("invalid_request", "Parameters belong into the body.")
    const parameters = await formParameters(request)
    parameters.refuseRepeated()
    const grantType = parameters.get("grant_type")
    if (grantType === null) throw new OauthError("invalid_request", "grant_type is missing.")
    refuseFailingClient(request, parameters)
    if (!isGrant(grantType)) {
      const { clientId } = await authenticateClient(request, parameters)
      throw new OauthError("unsupported_grant_type", "grant_type is authorization_code or refresh_token.", {
        clientId,
        reason: "grant_type_unsupported",
        detail: grantType,
      })
    }
    const { authorization, tokens } = await GRANTS[grantType](request, parameters).catch(async (error: unknown) => {
      if (error instanceof OauthError) await countUnknownGrant(request, parameters, error)
      throw error
    })
    return json(200, await tokenResponse(authorization, tokens), NO_STORE)
  } catch (error) {
    if (error instanceof OauthError) return errorJson(error)
    throw error
  }
}
