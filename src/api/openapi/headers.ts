import { API_VERSION } from "@/domain/api-version"

export const HEADERS = {
  "X-Request-Id": {
    description:
      "Identifies this request in the log. A value you send is kept if it has 8 to 128 characters of A-Z a-z 0-9 _ -.",
    schema: { type: "string" },
  },
  "X-RateLimit-Limit": { description: "Requests per minute.", schema: { type: "integer" } },
  "X-RateLimit-Remaining": { description: "The number of requests left in this window.", schema: { type: "integer" } },
  "X-RateLimit-Reset": { description: "When the window ends, in seconds since 1970.", schema: { type: "integer" } },
  RateLimit: {
    description: "IETF draft: what remains (r) and for how many seconds (t).",
    schema: { type: "string" },
  },
  "RateLimit-Policy": {
    description: "IETF draft: the quota (q) and its window in seconds (w).",
    schema: { type: "string" },
  },
  "Retry-After": { description: "Seconds to wait, at least 1.", schema: { type: "integer", minimum: 1 } },
  ETag: {
    description: "Validator for If-None-Match: weak, but strong where other operations take it in If-Match.",
    schema: { type: "string" },
  },
  Location: { description: "The URL of the new resource.", schema: { type: "string", format: "uri" } },
  Link: { description: "RFC 8288: the next and previous page.", schema: { type: "string" } },
  "Api-Version": { description: "The version of the response.", schema: { type: "string", const: API_VERSION } },
  Deprecation: {
    description:
      "RFC 9745: since when the feature is deprecated, in seconds since 1970, such as @1796083200. Absent if the request used nothing deprecated.",
    schema: { type: "string" },
  },
  Sunset: { description: "RFC 8594: when the feature may stop working.", schema: { type: "string" } },
  "Haat-Sandbox-Fault": {
    description: "Only for test credentials: the ID of the sandbox fault that caused or delayed this response.",
    schema: { type: "string" },
  },
  "Idempotent-Replayed": {
    description: "true if this is the stored response of an earlier request with the same Idempotency-Key.",
    schema: { type: "string", const: "true" },
  },
} as const

/** Headers of every response. */
export const COMMON_HEADERS = ["X-Request-Id", "Api-Version"] as const
/** Headers of every successful response. */
export const LIMIT_HEADERS = [
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
  "RateLimit",
  "RateLimit-Policy",
] as const

export function headersNamed(names: readonly (keyof typeof HEADERS)[]) {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}

export const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header" as const,
  required: false,
  description: "Repeating the key and body within 24 hours returns the first response again.",
  schema: { type: "string" as const, minLength: 1, maxLength: 255 },
}

export const LAST_EVENT_ID = {
  name: "Last-Event-ID",
  in: "header" as const,
  required: false,
  description: "The last `id` that you received. The stream resumes after it; `since` is then ignored.",
  schema: { type: "string" as const },
}

const CONDITIONS = [
  ["If-Match", "Only if the resource has one of these ETags (strong comparison), or with * if it exists."],
  ["If-None-Match", "Only if the resource has none of these ETags, or with * if it does not exist."],
  [
    "If-Unmodified-Since",
    "Only if the resource has not been modified after this HTTP date, to the second. Ignored beside If-Match.",
  ],
] as const

export const PRECONDITIONS = CONDITIONS.map(([name, condition]) => ({
  name,
  in: "header" as const,
  required: false,
  description: `${condition} Otherwise 412 \`precondition_failed\`.`,
  schema: { type: "string" as const },
}))
