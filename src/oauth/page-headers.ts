import { hasPlainHost } from "@/domain/redirect-uri"
import { NO_STORE } from "@/oauth/answers"

/**
 * The headers of a page that needs no script, is not stored and cannot be framed.
 * @param formTarget the redirect URI that a form of this page may lead to in the end: browsers hold form-action against the redirect after it too
 */
export function pageHeaders(formTarget?: string): Record<string, string> {
  // One that was registered before hosts were checked could write directives of its own; browsers then stop at its redirect.
  const target = formTarget !== undefined && hasPlainHost(formTarget) ? ` ${originOf(formTarget)}` : ""
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

/** Where a redirect URI leads: its origin, or its private scheme; a source of the Content-Security-Policy. */
export function originOf(redirectUri: string): string {
  const { protocol, host } = new URL(redirectUri)
  return protocol === "https:" || protocol === "http:" ? `${protocol}//${host}` : protocol
}
