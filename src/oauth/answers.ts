import type { OauthError, Refusal } from "@/oauth/oauth-error"
import type { HttpResponse, HttpRequest } from "@/http/message"

/**
 * An endpoint's response. src/oauth/serve.ts adds the request id to errors and logs refusals for the app's developer.
 */
export interface OauthAnswer extends HttpResponse {
  /** The body of an error (RFC 6749, section 5.2), instead of body. */
  error?: { error?: string; error_description?: string }
  /** The error code and the reason of a refusal. */
  refused?: { error: string; refusal: Refusal }
}

// RFC 6749, section 5.1: responses with tokens must not be stored.
export const NO_STORE = { "cache-control": "no-store", pragma: "no-cache" }

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" }

export const json = (status: number, body: object, headers: Record<string, string> = {}): OauthAnswer => ({
  status,
  headers: { ...JSON_TYPE, ...headers },
  body: JSON.stringify(body),
})

export const errorAnswer = (
  status: number,
  error: NonNullable<OauthAnswer["error"]>,
  headers: Record<string, string> = NO_STORE,
): OauthAnswer => ({ status, headers: { ...JSON_TYPE, ...headers }, body: null, error })

/** Builds an error response (RFC 6749, section 5.2). */
export const errorJson = ({ code, description, headers, refusal }: OauthError): OauthAnswer => ({
  ...errorAnswer(
    code === "invalid_client" ? 401 : 400,
    { error: code, error_description: description },
    { ...NO_STORE, ...headers },
  ),
  refused: { error: code, refusal },
})

export const methodNotAllowed = (...allowed: string[]): OauthAnswer =>
  errorAnswer(
    405,
    { error: "invalid_request", error_description: `This address answers to ${allowed.join(" and ")} only.` },
    { ...NO_STORE, allow: allowed.join(", ") },
  )

/** 303 after a POST, so that the form is not sent again (RFC 9700, section 4.12); 302 after a GET. */
export const redirect = (
  request: HttpRequest,
  location: string,
  headers: Record<string, string> = {},
): OauthAnswer => ({
  status: request.method === "POST" ? 303 : 302,
  headers: { location, ...NO_STORE, "referrer-policy": "no-referrer", ...headers },
  body: null,
})
