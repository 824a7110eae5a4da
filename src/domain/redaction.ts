/** Replaces secret and personal data. */
export const REDACTED = "[redacted]"

const NAMES =
  /password|passwd|passphrase|secret|token|apikey|accesskey|privatekey|authorization|cookie|credential|signature|codeverifier|assertion|phone|mobile|email|address|^line[12]$|landmark|pincode|postalcode|^zip|^key$|^pin$|^otp$|^cvv$|^pan$|^upi|aadhaar|birth/

/** Whether a value with this name must never be stored, in any spelling: client_secret, clientSecret, Client-Secret. */
export const isSensitiveName = (name: string): boolean => NAMES.test(name.toLowerCase().replace(/[^a-z0-9]/g, ""))

const DIGIT = "[0-9०-९]"

// An unbounded pattern must start at the beginning of a run of its characters; otherwise matching takes quadratic time.
const WORDS: readonly [RegExp, string][] = [
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
const TELEPHONES: readonly [RegExp, string][] = [
  [new RegExp(`\\+${DIGIT}(?:[\\s().-]{0,2}${DIGIT}){7,14}`, "g"), REDACTED],
  [new RegExp(`(?<![\\w०-९-])(?:0|91[\\s-]?)?[6-9६-९]${DIGIT}{4}[\\s-]?${DIGIT}{5}(?![\\w०-९-])`, "g"), REDACTED],
]

// Every match of a pattern contains one of these. Most texts contain none and skip the patterns.
const SUSPECT_WORD = /haat_|whsec_|[sr]k_|gh[opusr]_|github_pat_|xox|AKIA|eyJ|bearer|basic|-----|@|%40/i
const SUSPECT_DIGITS = /\+[0-9०-९]|[0-9०-९]{5}/

const replaceAll = (patterns: typeof WORDS, text: string): string =>
  patterns.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text)
const withoutWords = (text: string): string => (SUSPECT_WORD.test(text) ? replaceAll(WORDS, text) : text)

/** Removes credentials, signed tokens, private keys, email addresses and telephone numbers from a text. */
export const redactText = (text: string): string => {
  const rest = withoutWords(text)
  return SUSPECT_DIGITS.test(rest) ? replaceAll(TELEPHONES, rest) : rest
}

const DEPTH_MAX = 20
/** No sensitive number is shorter. */
const TELEPHONES_FROM = 1_000_000_000
/** Parcel numbers look like telephone numbers. */
const TELEPHONE_FREE = new Set(["awb"])

/** Redacts a JSON value: members with sensitive names, and texts that look like secrets. Booleans and null are kept. */
export const redactValue = (value: unknown, depth = 0): unknown => {
  if (typeof value === "string") return redactText(value)
  if (typeof value === "number")
    return (Number.isInteger(value) && Math.abs(value) < TELEPHONES_FROM) || redactText(String(value)) === String(value)
      ? value
      : REDACTED
  if (typeof value !== "object" || value === null) return value
  if (depth >= DEPTH_MAX) return REDACTED
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1))
  const redacted: [string, unknown][] = []
  for (const [name, item] of Object.entries(value)) {
    const { shown, sensitive } = judge(name)
    redacted.push([shown, redactField(name, sensitive, item, depth + 1)])
  }
  return Object.fromEntries(redacted)
}

interface Judgement {
  shown: string
  sensitive: boolean
}

// Most names are those of our own resources and repeat in every body. A name that contains a secret is not cached.
const judged = new Map<string, Judgement>()
const JUDGED_MAX = 1_000

const judge = (name: string): Judgement => {
  const known = judged.get(name)
  if (known) return known
  const judgement = { shown: redactText(name), sensitive: isSensitiveName(name) }
  if (judged.size < JUDGED_MAX && name.length <= 40 && judgement.shown === name) judged.set(name, judgement)
  return judgement
}

const redactField = (name: string, sensitive: boolean, value: unknown, depth: number): unknown => {
  if (value === null || typeof value === "boolean") return value
  if (sensitive) return REDACTED
  if (TELEPHONE_FREE.has(name) && typeof value === "string") return withoutWords(value)
  return redactValue(value, depth)
}

/** In a malformed body, the end of a sensitive value is unknown, so everything after its name is dropped. */
const NAMED_SECRET = /(?<![A-Za-z0-9_.-])[A-Za-z0-9_.-]+["']?\s{0,8}[:=]/g

/** Redacts a body for storage: JSON by names and patterns; other text is cut at the first sensitive name. */
export const redactBody = (body: string): string => {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    return redactBroken(body)
  }
  return JSON.stringify(redactValue(value))
}

const redactBroken = (body: string): string => {
  // An escape can hide a sensitive name.
  if (body.includes("\\u")) return REDACTED
  for (const match of body.matchAll(NAMED_SECRET))
    if (isSensitiveName(match[0].replace(/["'\s:=]/g, ""))) return redactText(body.slice(0, match.index)) + REDACTED
  return redactText(body)
}

/** Redacts a query string (without the question mark) for storage. */
export const redactQuery = (query: string): string => {
  const kept = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(query))
    kept.append(redactText(name), isSensitiveName(name) || name === "code" ? REDACTED : redactText(value))
  return kept.toString()
}

/** Redacts a path for storage; without a secret its encoding is unchanged. */
export const redactPath = (path: string): string => {
  const redacted = redactText(path)
  if (redacted !== path || !path.includes("%")) return redacted
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    return path
  }
  const told = redactText(decoded)
  return told === decoded ? path : told.replaceAll("\0", "")
}
