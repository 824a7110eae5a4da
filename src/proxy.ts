import { randomBytes } from "node:crypto"
import { type NextRequest, NextResponse } from "next/server"
import { isLocale, type Locale } from "@/domain/locale"
import { type Mode, MODE_COOKIE, MODE_HEADER, parseMode } from "@/domain/mode"
import { YEAR_SECONDS } from "@/domain/time-units"
import { cookieName, serializeCookie } from "@/http/cookies"
import { MISSING_HEADER } from "@/http/missing-header"
import { LOCALE_COOKIE, LOCALE_HEADER, localeCookie, PATH_HEADER } from "@/i18n/locale-cookie"
import { env } from "@/platform/env"
import { TRANSPORT_SECURITY } from "@/http/transport-security"

const DEVELOPMENT = env.mode === "development"

// Charts are positioned with style attributes; style sheets and scripts must be our own. Development mode compiles in
// the browser.
function securityPolicy(nonce: string): string {
  return [
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
}

/** That of a session, without the modules of the sign-in. */
const SESSION_COOKIE = cookieName("next-auth.session-token")

/** Whether the browser opens a document, and does not only fetch it in advance or download a file. */
function opensDocument({ method, headers }: NextRequest): boolean {
  return (
    method === "GET" &&
    (headers.get("accept") ?? "").includes("text/html") &&
    (headers.get("sec-fetch-dest") ?? "document") === "document" &&
    !(headers.get("sec-purpose") ?? "").includes("prefetch")
  )
}

/** Whether a script of a page fetches another page, as Next's router does. */
function isFetched({ headers }: NextRequest): boolean {
  return (
    headers.has(MODE_HEADER) || (headers.get("sec-fetch-dest") === "empty" && headers.get("sec-fetch-mode") === "cors")
  )
}

/**
 * Passes the mode of the address on, or that of the document that sends the request.
 * @returns the mode that the address names, if any; "reload" if a document fetches a page whose address names a mode
 * that is not its own, or if it has none yet
 */
function passMode(request: NextRequest, headers: Headers): Mode | "reload" | null {
  const named = parseMode(request.nextUrl.searchParams.get("mode"))
  const bound = parseMode(request.headers.get(MODE_HEADER))
  if (named !== null && named !== bound && isFetched(request)) return "reload"
  const mode = named ?? bound
  if (mode === null) headers.delete(MODE_HEADER)
  else headers.set(MODE_HEADER, mode)
  return named
}

/** Passes the language on that the address names, as in /docs?lang=hi, so that each language has a URL of its own. */
function passLocale(request: NextRequest, headers: Headers): Locale | null {
  const named = request.nextUrl.searchParams.get("lang")
  if (isLocale(named)) headers.set(LOCALE_HEADER, named)
  else headers.delete(LOCALE_HEADER)
  headers.set(PATH_HEADER, request.nextUrl.pathname)
  return isLocale(named) ? named : null
}

const SITE_PATH = /^\/(?:products|categories|docs|dev)\//

/** The page to show at the URL of a page whose object does not exist. */
function notFoundUrl(url: URL): URL {
  return new URL(SITE_PATH.test(url.pathname) ? "/not-found/site" : "/not-found/portal", url)
}

/**
 * Gives each page a Content-Security-Policy with a nonce of its own, which Next reads from the request and adds to its
 * scripts. A mode in the address, as in /keys?mode=sandbox, opens the page in it and is kept for later ones.
 */
export function proxy(request: NextRequest): NextResponse {
  const policy = securityPolicy(randomBytes(16).toString("base64"))
  const headers = new Headers(request.headers)
  headers.set("content-security-policy", policy)
  const mode = passMode(request, headers)
  const locale = passLocale(request, headers)
  // Next's router opens an address as a new document if the response is not one of its own.
  if (mode === "reload") return new NextResponse(null, { status: 409, headers: { "cache-control": "no-store" } })
  const response = request.headers.has(MISSING_HEADER)
    ? NextResponse.rewrite(notFoundUrl(request.nextUrl), { request: { headers } })
    : NextResponse.next({ request: { headers } })
  response.headers.set("content-security-policy", policy)
  for (const [name, value] of Object.entries(TRANSPORT_SECURITY)) response.headers.set(name, value)
  if (mode !== null && mode !== request.cookies.get(MODE_COOKIE)?.value && opensDocument(request))
    response.headers.append("set-cookie", serializeCookie(MODE_COOKIE, mode, YEAR_SECONDS))
  // Later pages stay in the language, unless the reader has chosen one, here or in their account.
  if (
    locale !== null &&
    !request.cookies.has(LOCALE_COOKIE) &&
    !request.cookies.has(SESSION_COOKIE) &&
    opensDocument(request)
  )
    response.headers.append("set-cookie", localeCookie(locale))
  return response
}

export const config = { matcher: "/((?!v1/|v1$|oauth/|static/|api/|media/|_next/|\\.well-known/|icon\\.svg).*)" }
