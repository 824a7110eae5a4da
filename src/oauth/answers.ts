import { type OauthError } from "@/oauth/oauth-error"
import type { HttpAnswer, HttpRequest } from "@/platform/http"

// RFC 6749 section 5.1: what holds tokens is never stored.
export const NO_STORE = { "cache-control": "no-store", pragma: "no-cache" }

export const json = (status: number, body: object, headers: Record<string, string> = {}): HttpAnswer => ({
  status,
  headers: { "content-type": "application/json; charset=utf-8", ...headers },
  body: JSON.stringify(body),
})

/** RFC 6749 section 5.2. */
export const errorJson = (error: OauthError): HttpAnswer =>
  json(
    error.code === "invalid_client" ? 401 : 400,
    { error: error.code, error_description: error.description },
    { ...NO_STORE, ...error.headers },
  )

export const methodNotAllowed = (...allowed: string[]): HttpAnswer =>
  json(
    405,
    { error: "invalid_request", error_description: `This address answers to ${allowed.join(" and ")} only.` },
    { ...NO_STORE, allow: allowed.join(", ") },
  )

/** 303 after a POST, so that the form is not sent again (RFC 9700 section 4.12); 302 after a GET. */
export const redirect = (request: HttpRequest, location: string, headers: Record<string, string> = {}): HttpAnswer => ({
  status: request.method === "POST" ? 303 : 302,
  headers: { location, ...NO_STORE, "referrer-policy": "no-referrer", ...headers },
  body: null,
})
