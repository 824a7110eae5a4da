import type { OauthError, Refusal } from "@/oauth/oauth-error"
import type { HttpResponse, HttpRequest } from "@/http/message"

/**
 * An endpoint's response. src/oauth/serve.ts adds the request id to errors and logs refusals for the app's developer.
 */
export interface OauthResponse extends HttpResponse {
  /** The body of an error (RFC 6749, section 5.2), instead of body. */
  error?: { error?: string; error_description?: string }
  /** The error code and the reason of a refusal. */
  loggedRefusal?: { error: string; refusal: Refusal }
}

// RFC 6749, section 5.1: responses with tokens must not be stored.
export const NO_STORE = { "cache-control": "no-store", pragma: "no-cache" }

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" }

export function jsonResponse(status: number, body: object, headers: Record<string, string> = {}): OauthResponse {
  return {
    status,
    headers: { ...JSON_TYPE, ...headers },
    body: JSON.stringify(body),
  }
}

export function errorResponse(
  status: number,
  error: NonNullable<OauthResponse["error"]>,
  headers: Record<string, string> = NO_STORE,
): OauthResponse {
  return { status, headers: { ...JSON_TYPE, ...headers }, body: null, error }
}

/** Builds an error response (RFC 6749, section 5.2). */
export function oauthErrorResponse({ code, description, headers, refusal }: OauthError): OauthResponse {
  return {
    ...errorResponse(
      code === "invalid_client" ? 401 : 400,
      { error: code, error_description: description },
      { ...NO_STORE, ...headers },
    ),
    loggedRefusal: { error: code, refusal },
  }
}

export function methodNotAllowed(...methods: string[]): OauthResponse {
  return errorResponse(
    405,
    { error: "invalid_request", error_description: `This endpoint accepts only ${methods.join(" and ")}.` },
    { ...NO_STORE, allow: methods.join(", ") },
  )
}

/** 303 after a POST, so that the form is not sent again (RFC 9700, section 4.12); 302 after a GET. */
export function redirectResponse(
  request: HttpRequest,
  location: string,
  headers: Record<string, string> = {},
): OauthResponse {
  return {
    status: request.method === "POST" ? 303 : 302,
    headers: { location, ...NO_STORE, "referrer-policy": "no-referrer", ...headers },
    body: null,
  }
}
