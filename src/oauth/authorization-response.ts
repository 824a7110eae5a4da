import type { AuthorizationRequest } from "@/oauth/authorization-request"
import type { OauthError } from "@/oauth/oauth-error"
import { env } from "@/platform/env"

/**
 * Builds the redirect of an authorization response, with the unchanged state and the issuer (RFC 6749, section 4.1.2;
 * RFC 9207).
 */
function buildRedirect(redirectUri: string, state: string | null, responseParameters: Record<string, string>): string {
  // The registered query is kept unchanged.
  const parameters = new URLSearchParams({
    ...responseParameters,
    ...(state === null ? {} : { state }),
    iss: env.appUrl,
  })
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${parameters.toString()}`
}

export function codeRedirect({ redirectUri, state }: AuthorizationRequest, code: string): string {
  return buildRedirect(redirectUri, state, { code })
}

export function errorRedirect(redirectUri: string, state: string | null, { code, description }: OauthError): string {
  return buildRedirect(redirectUri, state, { error: code, error_description: description })
}
