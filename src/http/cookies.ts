import { parseCookie, parseSetCookie, type SetCookie, stringifySetCookie } from "cookie"
import { env } from "@/platform/env"

const SECURE = env.appUrl.startsWith("https:")

/** Returns the name of a cookie; over TLS with the prefix that binds it to this host (RFC 6265bis, section 4.1.3.2). */
export function cookieName(name: string): string {
  return SECURE ? `__Host-${name}` : name
}

// Haat's values need no encoding, and what a client sends is not decoded.
function identity(value: string): string {
  return value
}

/**
 * Returns the value of a request's cookie (RFC 6265, section 4.2); of several with the same name, the first.
 * @param header the Cookie header
 * @returns null if there is no cookie of this name
 */
export function readCookie(header: string | null | undefined, name: string): string | null {
  return parseCookie(header ?? "", { decode: identity })[name] ?? null
}

/**
 * Builds a Set-Cookie header (RFC 6265, section 4.1) for every path of this host. Scripts cannot read the cookie, and
 * cross-site forms do not send it.
 * @param seconds lifetime; 0 deletes the cookie, null keeps it until the browser is closed
 */
export function serializeCookie(name: string, value: string, seconds: number | null): string {
  return stringifySetCookie(
    {
      name,
      value,
      path: "/",
      httpOnly: true,
      sameSite: "lax",
      secure: SECURE,
      ...(seconds !== null && { maxAge: seconds }),
    },
    { encode: identity },
  )
}

/** Parses a Set-Cookie header. */
export function parseSetCookieHeader(header: string): SetCookie & { value: string } {
  const cookie = parseSetCookie(header, { decode: identity })
  return { ...cookie, value: cookie.value ?? "" }
}
