/** What stands where something secret or personal stood. */
export const REDACTED = "[redacted]"

const NAMES =
  /password|passwd|passphrase|secret|token|apikey|accesskey|privatekey|authorization|cookie|credential|signature|codeverifier|assertion|phone|mobile|email|address|^line[12]$|landmark|pincode|postalcode|^zip|^key$|^pin$|^otp$|^cvv$|^pan$|^upi|aadhaar|birth/

/** Whether what goes by this name is never kept, however it is written: client_secret, clientSecret, Client-Secret. */
export const isSensitiveName = (name: string): boolean => NAMES.test(name.toLowerCase().replace(/[^a-z0-9]/g, ""))

const DIGIT = "[0-9०-९]"

// What has no bound begins where a run of its characters does, so that no text is gone through again and again.
const WORDS: readonly [RegExp, string][] = [
  [/(haat_[a-z]{2,4}_)[0-9A-Za-z]+/g, `$1${REDACTED}`],
  [/(whsec_)[0-9A-Za-z+/=_-]+/g, `$1${REDACTED}`],
  [/\b((?:sk|rk)_(?:live|test)_|gh[opusr]_|github_pat_|xox[abprs]-|AKIA)[0-9A-Za-z_-]{8,}/g, `$1${REDACTED}`],
  [/(?<![\w-])(?=[\w-]+\.[\w-]*\.)((?:[\w-]*?-)??)eyJ[\w-]{5,}(?:\.[\w-]*){2,4}/g, `$1${REDACTED}`],
  [/\b(Bearer|Basic)\s{1,8}[\w.~+/=-]{4,}/gi, `$1 ${REDACTED}`],
  [/-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,40}PRIVATE KEY-----)?/g, REDACTED],
  // By whole characters: what begins or ends within one would leave half of it, which PostgreSQL does not take.
  [
    /(?<![^\s@"'<>,;:()[\]{}=&?/\\])[^\s@"'<>,;:()[\]{}=&?/\\]+?(?:@|%40)(?:(?:(?!%40)[^\s@"'<>,;:()[\]{}=&?/\\.])*\.)+(?:(?!%40)[^\s@"'<>,;:()[\]{}=&?/\\.]){2,}(?:\.?%40[^\s@"'<>,;:()[\]{}=&?/\\]*)?/giu,
    REDACTED,
  ],
]
const TELEPHONES: readonly [RegExp, string][] = [
  [new RegExp(`\\+${DIGIT}(?:[\\s().-]{0,2}${DIGIT}){7,14}`, "g"), REDACTED],
  [new RegExp(`(?<![\\w०-९-])(?:0|91[\\s-]?)?[6-9६-९]${DIGIT}{4}[\\s-]?${DIGIT}{5}(?![\\w०-९-])`, "g"), REDACTED],
]

// What each match of a pattern has somewhere: most texts have none of it, and are let through at once.
const SUSPECT_WORD = /haat_|whsec_|[sr]k_|gh[opusr]_|github_pat_|xox|AKIA|eyJ|bearer|basic|-----|@|%40/i
const SUSPECT_DIGITS = /\+[0-9०-९]|[0-9०-९]{5}/

const replaceAll = (patterns: typeof WORDS, text: string): string =>
  patterns.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text)
const withoutWords = (text: string): string => (SUSPECT_WORD.test(text) ? replaceAll(WORDS, text) : text)

/** A text without credentials, signed tokens, private keys, e-mail addresses and telephone numbers. */
export const redactText = (text: string): string => {
  const rest = withoutWords(text)
  return SUSPECT_DIGITS.test(rest) ? replaceAll(TELEPHONES, rest) : rest
}

const DEPTH_MAX = 20
/** Nothing that is looked for in a number is shorter. */
const TELEPHONES_FROM = 1_000_000_000
/** Numbers of parcels look like those of telephones. */
const TELEPHONE_FREE = new Set(["awb"])

/** A JSON value without what has a sensitive name or looks like a secret; booleans and null tell nothing and stay. */
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

// Most names are those of our own resources, and come with every body. One that holds a secret is not remembered.
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

/** In a broken body, what follows the first sensitive name cannot be told apart from it. */
const NAMED_SECRET = /(?<![A-Za-z0-9_.-])[A-Za-z0-9_.-]+["']?\s{0,8}[:=]/g

/** A body as it may be kept: JSON redacted by names and patterns; of what is no JSON, what stands before the first sensitive name. */
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
  // An escape can hide a name.
  if (body.includes("\\u")) return REDACTED
  for (const match of body.matchAll(NAMED_SECRET))
    if (isSensitiveName(match[0].replace(/["'\s:=]/g, ""))) return redactText(body.slice(0, match.index)) + REDACTED
  return redactText(body)
}

/** A query string without its question mark, as it may be kept. */
export const redactQuery = (query: string): string => {
  const kept = new URLSearchParams()
  for (const [name, value] of new URLSearchParams(query))
    kept.append(redactText(name), isSensitiveName(name) || name === "code" ? REDACTED : redactText(value))
  return kept.toString()
}

/** A path as it may be kept; stays encoded as it was unless it holds a secret. */
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
