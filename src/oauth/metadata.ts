import { LOCALES } from "@/domain/locale"
import { CLIENT_SCOPES, OAUTH_SCOPES } from "@/domain/scope"
import { jsonResponse } from "@/oauth/responses"
import { CLAIMS } from "@/oauth/claims"
import { env } from "@/platform/env"
import type { HttpResponse } from "@/http/message"

/** The discovery document (OpenID Connect Discovery, section 3; RFC 8414), which lists exactly what is supported. */
export function metadata(): HttpResponse {
  return jsonResponse(
    200,
    {
      issuer: env.appUrl,
      authorization_endpoint: `${env.appUrl}/oauth/authorize`,
      token_endpoint: `${env.appUrl}/oauth/token`,
      userinfo_endpoint: `${env.appUrl}/oauth/userinfo`,
      revocation_endpoint: `${env.appUrl}/oauth/revoke`,
      jwks_uri: `${env.appUrl}/oauth/jwks`,
      end_session_endpoint: `${env.appUrl}/oauth/end_session`,
      scopes_supported: [...OAUTH_SCOPES, ...CLIENT_SCOPES],
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token", "client_credentials"],
      subject_types_supported: ["public", "pairwise"],
      id_token_signing_alg_values_supported: ["RS256"],
      token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
      revocation_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
      code_challenge_methods_supported: ["S256"],
      claim_types_supported: ["normal"],
      claims_supported: [...CLAIMS, "iss", "aud", "exp", "iat", "auth_time", "acr", "sid"],
      claims_parameter_supported: true,
      request_parameter_supported: false,
      request_uri_parameter_supported: false,
      authorization_response_iss_parameter_supported: true,
      acr_values_supported: ["0"],
      prompt_values_supported: ["none", "login", "consent", "select_account"],
      display_values_supported: ["page"],
      ui_locales_supported: LOCALES,
      service_documentation: `${env.appUrl}/docs/errors`,
    },
    { "cache-control": "public, max-age=300" },
  )
}
