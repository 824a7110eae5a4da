import { DAY_MS } from "@/domain/time-units"

/** When and why something stops working, and what takes its place. */
export interface Deprecation {
  /** The first day on which it should no longer be used, such as "2026-12-01". All days are in UTC. */
  since: string
  /** The first day on which it may no longer work: at least 183 days after `since`. */
  sunset: string
  /**
   * What to use instead: the operationId of another operation, or the name of a parameter or field beside this one.
   * Null if nothing replaces it.
   */
  replacement: string | null
  /** The page that says how to change: a path of the documentation or a URL. */
  guide: string
}

/** Breaking changes are announced at least six months ahead (API-SPEC, Versioning). */
const NOTICE_DAYS_MIN = 183

/** What part of an operation is deprecated. */
export const DEPRECATED_KINDS = ["operation", "parameter", "request_field", "response_field"] as const
export type DeprecatedKind = (typeof DEPRECATED_KINDS)[number]

/** A deprecation of an operation, of one of its parameters, or of a field of its request or response. */
export interface DeclaredDeprecation extends Deprecation {
  /** Such as "listOrders", or "listOrders parameter status". */
  id: string
  operationId: string
  /** Such as "GET /orders". */
  operation: string
  kind: DeprecatedKind
  /** The name of the parameter, or the path of the field, such as "data.items"; null for an operation. */
  name: string | null
}

/** Returns the beginning of a day in milliseconds since 1970. */
export function startOfDay(day: string): number {
  return Date.parse(`${day}T00:00:00Z`)
}

/**
 * Checks a declaration. A module that declares an invalid one cannot be loaded, so that the build fails.
 * @param subject what is deprecated, for the message
 * @throws Error that names what is wrong
 */
export function checkDeprecation(subject: string, { since, sunset, guide }: Deprecation): void {
  for (const day of [since, sunset])
    if (!isDay(day)) throw new Error(`the deprecation of ${subject} has "${day}", which is no day such as 2026-12-01`)
  const days = (startOfDay(sunset) - startOfDay(since)) / DAY_MS
  if (days < NOTICE_DAYS_MIN)
    throw new Error(
      `the sunset of ${subject} is ${days} days after its deprecation; it must be at least ${NOTICE_DAYS_MIN} days later`,
    )
  if (!/^(\/|https:\/\/)\S+$/.test(guide))
    throw new Error(`the deprecation of ${subject} has the guide "${guide}", which is neither a path nor an https URL`)
}

function isDay(text: string): boolean {
  const time = startOfDay(text)
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** Describes a deprecation for the reference, as Markdown. */
export function describeDeprecation({ since, sunset, replacement, guide }: Deprecation): string {
  const instead = replacement === null ? "" : ` Use \`${replacement}\` instead.`
  return `Deprecated since ${since}; works until ${sunset}.${instead} [How to change](${guide}).`
}
