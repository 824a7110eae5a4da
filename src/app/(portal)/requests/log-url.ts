import { PROBLEMS } from "@/domain/problem"
import { HOUR_MS } from "@/domain/time-units"
import { parseLocalTime } from "@/domain/time-zone"
import { UUID_PATTERN } from "@/domain/uuid"
import { CREDENTIAL_PATTERN, CURSOR_PATTERN, HTTP_METHODS, STATUS_PATTERN } from "@/features/requests/filter-patterns"
import { oneOf, withQuery } from "@/ui/query-url"

type QueryParameters = Record<string, string | string[] | undefined>

export const STATUS_CLASSES = ["error", "2xx", "3xx", "4xx", "5xx"] as const

export const ERROR_CODES = Object.keys(PROBLEMS).sort()

/** The statuses of the API's responses. */
export const STATUSES = [...new Set([200, 201, 204, 304, ...Object.values(PROBLEMS).map(([status]) => status)])]
  .sort((a, b) => a - b)
  .map(String)

/** How many hours back a log begins. */
export const PERIOD_HOURS = { "1h": 1, "24h": 24, "7d": 168 } as const
export const PERIODS = ["1h", "24h", "7d"] as const satisfies readonly (keyof typeof PERIOD_HOURS)[]
type Period = (typeof PERIODS)[number]

export interface LogFilter {
  key: string | undefined
  status: string | undefined
  method: (typeof HTTP_METHODS)[number] | undefined
  path: string | undefined
  code: string | undefined
  /** In place of a beginning and an end. */
  within: Period | undefined
  /** As in the URL: with a time zone, or a form's local time. */
  from: string | undefined
  until: string | undefined
}

function matchPattern(pattern: RegExp, parameters: string | string[] | undefined): string | undefined {
  return typeof parameters === "string" && pattern.test(parameters) ? parameters : undefined
}

/** The time that a query parameter gives. */
export function parseTime(text: string | undefined, zone: string): Date | undefined {
  if (text === undefined) return undefined
  const local = parseLocalTime(zone, text)
  if (local) return local
  const at = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(at) ? undefined : new Date(at)
}

/** The filters of a URL; other parameters are ignored. */
export function parseFilter(parameters: QueryParameters, zone: string): LogFilter {
  const time = (name: "from" | "until"): string | undefined =>
    typeof parameters[name] === "string" && parseTime(parameters[name], zone) ? parameters[name] : undefined
  return {
    key: matchPattern(CREDENTIAL_PATTERN, parameters.key),
    status: matchPattern(STATUS_PATTERN, parameters.status),
    method: oneOf(HTTP_METHODS, parameters.method),
    path: matchPattern(/^[^\0]{1,200}$/, parameters.path),
    code: oneOf(ERROR_CODES, parameters.code),
    within: oneOf(PERIODS, parameters.within),
    from: time("from"),
    until: time("until"),
  }
}

/** The input of the log's query. */
export function logInput({ key, within, from, until, ...rest }: LogFilter, zone: string, before?: string) {
  const start = within && new Date(Date.now() - PERIOD_HOURS[within] * HOUR_MS)
  return {
    ...rest,
    credential: key,
    from: (start ?? parseTime(from, zone))?.toISOString(),
    until: (start ? undefined : parseTime(until, zone))?.toISOString(),
    before,
  }
}

export function parseCursor({ before }: QueryParameters): string | undefined {
  const cursor = matchPattern(CURSOR_PATTERN, before)
  return cursor !== undefined && Number.isNaN(Date.parse(cursor.slice(0, 24))) ? undefined : cursor
}
export function parseRequestId(parameters: QueryParameters): string | undefined {
  return matchPattern(UUID_PATTERN, parameters.request)
}
export function parseSearchedId(parameters: QueryParameters): string | undefined {
  return matchPattern(/^[^\0]{1,128}$/, typeof parameters.id === "string" ? parameters.id.trim() : undefined)
}

export function logUrl(
  filter: Partial<LogFilter>,
  more: { before?: string | undefined; request?: string | undefined; id?: string | undefined } = {},
): string {
  return withQuery("/requests", { ...filter, ...more })
}
