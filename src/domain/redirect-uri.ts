/** Maximum redirect URIs of each kind per app version. */
export const REDIRECT_URIS_MAX = 20
const REDIRECT_URI_LENGTH_MAX = 2_000

/** Reasons to reject a redirect URI. */
export type RedirectUriProblem =
  | "too_long"
  | "malformed"
  | "not_canonical"
  | "fragment"
  | "userinfo"
  | "wildcard"
  | "host"
  | "scheme"
  | "insecure"
  | "reserved_query"

/** The developer's message for each reason. */
export const REDIRECT_URI_PROBLEMS: Record<RedirectUriProblem, string> = {
  too_long: `At most ${REDIRECT_URI_LENGTH_MAX} characters.`,
  malformed: "Not an absolute URI.",
  not_canonical: "Write it the way a browser does: scheme and host in lower case, no dot segments.",
  fragment: "No fragment (#).",
  userinfo: "No user name or password.",
  wildcard: "No wildcard (*).",
  host: "The host is a name of letters, digits, dots and hyphens, or an IP address.",
  scheme:
    "Only https, http on a loopback address, or a private scheme in reverse-domain notation (com.example.app:/callback).",
  insecure: "http is for 127.0.0.1, [::1] and localhost only; use https.",
  reserved_query: "The query must not hold code, state, iss or error: the answer brings them.",
}

// RFC 3986: the characters of a URI, and complete percent-encodings.
const CHARACTERS = /^(?:[A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=]|%[0-9A-Fa-f]{2})+$/
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/
const AUTHORITY = /^[^:/?#]+:\/\/([^/?#]*)/
// The host goes into the consent page's Content-Security-Policy, where ";" or "," would start another directive or
// policy.
const HOST = /^(?:[A-Za-z0-9.-]*|\[[0-9A-Fa-f:.]+\])(?::\d*)?$/
const AUTHORITY_WITH_USER = /^[^:/?#]+:\/\/[^/?#]*@/
// RFC 8252, section 7.1: the app's own domain reversed, then a path with or without an authority.
const PRIVATE_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9][a-z0-9+-]*)+$/
const LOOPBACK = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::([1-9]\d{0,4}))?([/?].*)?$/
const RESERVED = ["code", "state", "iss", "error"]

/**
 * Returns why a redirect URI is rejected, or null if it is allowed. Allowed are https, http on a loopback address, and
 * private schemes in reverse-domain notation, written so that all parsers read them alike.
 */
export function redirectUriProblem(uri: string): RedirectUriProblem | null {
  if (uri.length > REDIRECT_URI_LENGTH_MAX) return "too_long"
  const scheme = SCHEME.exec(uri)?.[1]
  if (scheme === undefined || !CHARACTERS.test(uri)) return "malformed"
  if (uri.includes("#")) return "fragment"
  if (uri.includes("*")) return "wildcard"
  if (AUTHORITY_WITH_USER.test(uri)) return "userinfo"
  return schemeProblem(scheme, uri) ?? canonicalFormProblem(uri) ?? (hasPlainHost(uri) ? null : "host")
}

/** Whether the host, if there is one, is a name of letters, digits, dots and hyphens, or an IP literal. */
export function hasPlainHost(uri: string): boolean {
  return HOST.test(AUTHORITY.exec(uri)?.[1] ?? "")
}

function schemeProblem(scheme: string, uri: string): RedirectUriProblem | null {
  const lower = scheme.toLowerCase()
  if (lower === "https" || lower === "http") {
    if (!/^https?:\/\/[^/?]/i.test(uri)) return "malformed"
    return lower === "http" && !LOOPBACK.test(uri) ? "insecure" : null
  }
  if (!PRIVATE_SCHEME.test(lower)) return "scheme"
  return uri[scheme.length + 1] === "/" ? null : "malformed"
}

function canonicalFormProblem(uri: string): RedirectUriProblem | null {
  if (!URL.canParse(uri)) return "malformed"
  const url = new URL(uri)
  if (!isCanonical(url, uri)) return "not_canonical"
  return RESERVED.some((name) => url.searchParams.has(name)) ? "reserved_query" : null
}

// A parser writes "/" for an empty path and drops the scheme's default port; neither difference is dangerous.
function isCanonical(url: URL, uri: string): boolean {
  const normalized = uri
    .replace(/^(https:\/\/[^/?]*):443(?=[/?]|$)/, "$1")
    .replace(/^(http:\/\/[^/?]*):80(?=[/?]|$)/, "$1")
  return url.href === normalized || url.href === normalized.replace(/^(https?:\/\/[^/?]+)(?=\?|$)/, "$1/")
}

/**
 * Whether a requested redirect URI equals the registered one, character by character.
 * @param loopbackAnyPort native apps listen on any free port, so http on a loopback address may differ in its port only
 * (RFC 8252, section 7.3)
 */
export function redirectUriMatches(registered: string, requested: string, loopbackAnyPort: boolean): boolean {
  if (registered === requested) return true
  if (!loopbackAnyPort) return false
  const [registeredMatch, requestedMatch] = [LOOPBACK.exec(registered), LOOPBACK.exec(requested)]
  return (
    registeredMatch !== null &&
    requestedMatch !== null &&
    registeredMatch[1] === requestedMatch[1] &&
    registeredMatch[3] === requestedMatch[3] &&
    Number(requestedMatch[2] ?? 80) <= 65_535
  )
}
