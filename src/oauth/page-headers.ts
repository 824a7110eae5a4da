import { hasPlainHost } from "@/domain/redirect-uri"
import { NO_STORE } from "@/oauth/responses"

/**
 * Returns the headers of a page that uses no scripts, is not stored and cannot be framed.
 * @param formTarget the redirect URI to which a form of this page may lead: browsers apply form-action to the redirect
 * too
 */
export function pageHeaders(formTarget?: string): Record<string, string> {
  // A URI registered before hosts were checked could inject directives; without it, browsers block its redirect.
  const target = formTarget !== undefined && hasPlainHost(formTarget) ? ` ${redirectOrigin(formTarget)}` : ""
  return {
    "content-type": "text/html; charset=utf-8",
    ...NO_STORE,
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "content-security-policy": `default-src 'none'; style-src 'self'; img-src 'self'; font-src 'self'; form-action 'self'${target}; frame-ancestors 'none'; base-uri 'none'`,
  }
}

/** Returns the origin or private scheme of a redirect URI, as a Content-Security-Policy source. */
export function redirectOrigin(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return protocol === "https:" || protocol === "http:" ? `${protocol}//${host}` : protocol
}
