import { env } from "@/platform/env"

const SECURE = env.appUrl.startsWith("https:")

/** Returns the name of a cookie; over TLS with the prefix that binds it to this host (RFC 6265bis, section 4.1.3.2). */
export function cookieName(name: string): string {
  return SECURE ? `__Host-${name}` : name
}

/**
 * Returns the value of a request's cookie (RFC 6265, section 4.2).
 * @param header the Cookie header
 * @returns null if there is no cookie of this name
 */
export function readCookie(header: string | null | undefined, name: string): string | null {
  const pair = (header ?? "").split(/; */).find((each) => each.startsWith(`${name}=`))
  return pair?.slice(name.length + 1) ?? null
}

/**
 * Builds a Set-Cookie header (RFC 6265, section 4.1) for every path of this host. Scripts cannot read the cookie, and
 * cross-site forms do not send it.
 * @param seconds lifetime; 0 deletes the cookie
 */
export function serializeCookie(name: string, value: string, seconds: number): string {
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${SECURE ? "; Secure" : ""}`
}
