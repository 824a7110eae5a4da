import { randomBytes } from "node:crypto"
import { type NextRequest, NextResponse } from "next/server"
import { env } from "@/platform/env"
import { TRANSPORT_SECURITY } from "@/http/transport-security"

const DEVELOPMENT = env.mode === "development"

// Charts are positioned with style attributes; style sheets and scripts must be our own. Development mode compiles in
// the browser.
const securityPolicy = (nonce: string): string =>
  [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${DEVELOPMENT ? " 'unsafe-eval'" : ""}`,
    `style-src 'self' ${DEVELOPMENT ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    `connect-src 'self'${DEVELOPMENT ? " ws:" : ""}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ")

/**
 * Gives each page a Content-Security-Policy with a nonce of its own, which Next reads from the request and adds to its
 * scripts.
 */
export const proxy = (request: NextRequest): NextResponse => {
  const policy = securityPolicy(randomBytes(16).toString("base64"))
  const headers = new Headers(request.headers)
  headers.set("content-security-policy", policy)
  const response = NextResponse.next({ request: { headers } })
  response.headers.set("content-security-policy", policy)
  for (const [name, value] of Object.entries(TRANSPORT_SECURITY)) response.headers.set(name, value)
  return response
}

export const config = { matcher: "/((?!v1/|v1$|oauth/|static/|api/|media/|_next/|\\.well-known/|icon\\.svg).*)" }
