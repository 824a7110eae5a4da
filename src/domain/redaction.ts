/** Replaces secret and personal data. */
export const REDACTED = "[redacted]"

const SENSITIVE_NAMES =
  /password|passwd|passphrase|secret|token|apikey|accesskey|privatekey|authorization|cookie|credential|signature|codeverifier|assertion|phone|mobile|email|address|^line[12]$|landmark|pincode|postalcode|^zip|^key$|^pin$|^otp$|^cvv$|^pan$|^upi|aadhaar|birth/

/** Whether a value with this name must never be stored, in any spelling: client_secret, clientSecret, Client-Secret. */
function isSensitiveName(name: string): boolean {
  return SENSITIVE_NAMES.test(name.toLowerCase().replace(/[^a-z0-9]/g, ""))
}

const DIGIT_CLASS = "[0-9०-९]"

// An unbounded pattern must start at the beginning of a run of its characters; otherwise matching takes quadratic time.
const SECRET_PATTERNS: readonly [RegExp, string][] = [
  [/(haat_[a-z]{2,4}_)[0-9A-Za-z]+/g, `$1${REDACTED}`],
  [/(whsec_)[0-9A-Za-z+/=_-]+/g, `$1${REDACTED}`],
  [/\b((?:sk|rk)_(?:live|test)_|gh[opusr]_|github_pat_|xox[abprs]-|AKIA)[0-9A-Za-z_-]{8,}/g, `$1${REDACTED}`],
  [/(?<![\w-])(?=[\w-]+\.[\w-]*\.)((?:[\w-]*?-)??)eyJ[\w-]{5,}(?:\.[\w-]*){2,4}/g, `$1${REDACTED}`],
  [/\b(Bearer|Basic)\s{1,8}[\w.~+/=-]{4,}/gi, `$1 ${REDACTED}`],
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g, REDACTED],
  // Matches whole characters: half of a surrogate pair is text that PostgreSQL rejects.
  [
    /(?<![^\s@"'<>,;:()[\]{}=&?/\\])[^\s@"'<>,;:()[\]{}=&?/\\]+?(?:@|%40)(?:(?:(?!%40)[^\s@"'<>,;:()[\]{}=&?/\\.])*\.)+(?:(?!%40)[^\s@"'<>,;:()[\]{}=&?/\\.]){2,}(?:\.?%40[^\s@"'<>,;:()[\]{}=&?/\\]*)?/giu,
    REDACTED,
  ],
]
const PHONE_PATTERNS: readonly [RegExp, string][] = [
  [new RegExp(`\\+${DIGIT_CLASS}(?:[\\s().-]{0,2}${DIGIT_CLASS}){7,14}`, "g"), REDACTED],
  [
    new RegExp(`(?<![\\w०-९-])(?:0|91[\\s-]?)?[6-9६-९]${DIGIT_CLASS}{4}[\\s-]?${DIGIT_CLASS}{5}(?![\\w०-९-])`, "g"),
    REDACTED,
  ],
]

// Every match of a pattern contains one of these. Most texts contain none and skip the patterns.
const SECRET_HINT = /haat_|whsec_|[sr]k_|gh[opusr]_|github_pat_|xox|AKIA|eyJ|bearer|basic|-----|@|%40/i
const PHONE_HINT = /\+[0-9०-९]|[0-9०-९]{5}/

function replaceAll(patterns: typeof SECRET_PATTERNS, text: string): string {
  return patterns.reduce((rest, [pattern, replacement]) => rest.replace(pattern, replacement), text)
}
function redactSecrets(text: string): string {
  return SECRET_HINT.test(text) ? replaceAll(SECRET_PATTERNS, text) : text
}

/** Removes credentials, signed tokens, private keys, email addresses and telephone numbers from a text. */
export function redactText(text: string): string {
  const rest = redactSecrets(text)
  return PHONE_HINT.test(rest) ? replaceAll(PHONE_PATTERNS, rest) : rest
}

const DEPTH_MAX = 20
/** No sensitive number is shorter. */
const PHONE_MIN = 1_000_000_000
/** Parcel numbers look like telephone numbers. */
const PHONE_EXEMPT_FIELDS = new Set(["awb"])

/** Redacts a JSON value: members with sensitive names, and texts that look like secrets. Booleans and null are kept. */
function redactValue(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return redactText(value)
  if (typeof value === "number")
    return (Number.isInteger(value) && Math.abs(value) < PHONE_MIN) || redactText(String(value)) === String(value)
      ? value
      : REDACTED
  if (typeof value !== "object" || value === null) return value
  if (depth >= DEPTH_MAX) return REDACTED
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1))
  const redacted: [string, unknown][] = []
  for (const [name, item] of Object.entries(value)) {
    const { redactedName, sensitive } = classifyName(name)
    redacted.push([redactedName, redactField(name, sensitive, item, depth + 1)])
  }
  return Object.fromEntries(redacted)
}

interface ClassifiedName {
  redactedName: string
  sensitive: boolean
}

// Most names are those of our own resources and repeat in every body. A name that contains a secret is not cached.
const classifiedNames = new Map<string, ClassifiedName>()
const CLASSIFIED_NAMES_MAX = 1_000

function classifyName(name: string): ClassifiedName {
  const known = classifiedNames.get(name)
  if (known) return known
  const classified = { redactedName: redactText(name), sensitive: isSensitiveName(name) }
  if (classifiedNames.size < CLASSIFIED_NAMES_MAX && name.length <= 40 && classified.redactedName === name)
    classifiedNames.set(name, classified)
  return classified
}

function redactField(name: string, sensitive: boolean, value: unknown, depth: number): unknown {
  if (value === null || typeof value === "boolean") return value
  if (sensitive) return REDACTED
  if (PHONE_EXEMPT_FIELDS.has(name) && typeof value === "string") return redactSecrets(value)
  return redactValue(value, depth)
}

/** In a malformed body, the end of a sensitive value is unknown, so everything after its name is dropped. */
const ASSIGNMENT = /(?<![A-Za-z0-9_.-])[A-Za-z0-9_.-]+["']?\s{0,8}[:=]/g

/** Redacts a body for storage: JSON by names and patterns; other text is cut at the first sensitive name. */
export function redactBody(body: string): string {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return redactMalformedJson(body)
  }
  return JSON.stringify(redactValue(value))
}

function redactMalformedJson(body: string): string {
  // An escape can hide a sensitive name.
  if (body.includes("\\u")) return REDACTED
  for (const match of body.matchAll(ASSIGNMENT))
    if (isSensitiveName(match[0].replace(/["'\s:=]/g, ""))) return redactText(body.slice(0, match.index)) + REDACTED
  return redactText(body)
}

/** In characters. */
const QUERY_VALUE_MAX = 200

/**
 * Redacts a query string (without the question mark) for storage. Of other parameters than these neither the name nor
 * the value is kept, because both may be anything; values are cut at 200 characters.
 */
export function redactQuery(query: string, parameters: { has: (name: string) => boolean }): string {
  const redacted = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(query))
    if (parameters.has(name))
      redacted.append(
        name,
        isSensitiveName(name) || name === "code" ? REDACTED : truncate(redactText(value), QUERY_VALUE_MAX),
      )
  return redacted.toString()
}

/** A text of at most so many characters; a longer one is cut, and ends with "…". */
export function truncate(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max).toWellFormed()}…`
}

/** Redacts a path for storage; without a secret its encoding is unchanged. */
export function redactPath(path: string): string {
  const redacted = redactText(path)
  if (redacted !== path || !path.includes("%")) return redacted
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return path
  }
  const redactedPath = redactText(decoded)
  return redactedPath === decoded ? path : redactedPath.replaceAll("\0", "")
}
