import { env } from "@/platform/env"

const SECURE = env.appUrl.startsWith("https:")

/** The name of a cookie; over TLS with the prefix by which browsers hold it to this host alone (RFC 6265bis, section 4.1.3.2). */
export function cookieName(name: string): string {
  return SECURE ? `__Host-${name}` : name
}

/**
 * The value of a cookie of a request (RFC 6265, section 4.2).
 * @param header its Cookie header
 * @returns null where it has none of this name
 */
export function readCookie(header: string | null | undefined, name: string): string | null {
  const pair = (header ?? "").split(/; */).find((each) => each.startsWith(`${name}=`))
  return pair?.slice(name.length + 1) ?? null
}

/**
 * A Set-Cookie header (RFC 6265, section 4.1) for every path of this host, which scripts cannot read and other sites' forms do not send.
 * @param seconds how long the browser keeps it; with 0 it forgets it
 */
export function serializeCookie(name: string, value: string, seconds: number): string {
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${seconds}${SECURE ? "; Secure" : ""}`
}
