import { type Mode, MODES } from "@/app/(portal)/mode"
import { PROBLEMS } from "@/domain/problem"
import { momentIn } from "@/domain/time-zone"
import { CREDENTIAL, CURSOR, METHODS, STATUS, UUID } from "@/features/requests/filter-words"
import { oneOf, withQuery } from "@/ui/query-address"

type Asked = Record<string, string | string[] | undefined>

export const STATUS_CLASSES = ["error", "2xx", "3xx", "4xx", "5xx"] as const

export const ERROR_CODES = Object.keys(PROBLEMS).sort()

/** The statuses of the API's responses. */
export const STATUSES = [...new Set([200, 201, 204, 304, ...Object.values(PROBLEMS).map(([status]) => status)])]
  .sort((a, b) => a - b)
  .map(String)

export interface LogFilter {
  mode: Mode | undefined
  key: string | undefined
  status: string | undefined
  method: (typeof METHODS)[number] | undefined
  path: string | undefined
  code: string | undefined
  /** As in the URL: with a time zone, or a form's local time. */
  from: string | undefined
  until: string | undefined
}

const matching = (pattern: RegExp, asked: string | string[] | undefined): string | undefined =>
  typeof asked === "string" && pattern.test(asked) ? asked : undefined

/** The time that a query parameter gives. */
export const momentOfAddress = (text: string | undefined, zone: string): Date | undefined => {
  if (text === undefined) return undefined
  const local = momentIn(zone, text)
  if (local) return local
  const at = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text) ? Date.parse(text) : NaN
  return Number.isNaN(at) ? undefined : new Date(at)
}

/** The filters of a URL; other parameters are ignored. */
export const filterOf = (asked: Asked, zone: string): LogFilter => {
  const time = (name: "from" | "until"): string | undefined =>
    typeof asked[name] === "string" && momentOfAddress(asked[name], zone) ? asked[name] : undefined
  return {
    mode: oneOf(MODES, asked.mode),
    key: matching(CREDENTIAL, asked.key),
    status: matching(STATUS, asked.status),
    method: oneOf(METHODS, asked.method),
    path: matching(/^[^\0]{1,200}$/, asked.path),
    code: oneOf(ERROR_CODES, asked.code),
    from: time("from"),
    until: time("until"),
  }
}

export const cursorOf = ({ before }: Asked): string | undefined => {
  const cursor = matching(CURSOR, before)
  return cursor !== undefined && Number.isNaN(Date.parse(cursor.slice(0, 24))) ? undefined : cursor
}
export const requestOf = (asked: Asked): string | undefined => matching(UUID, asked.request)
export const searchedId = (asked: Asked): string | undefined =>
  matching(/^[^\0]{1,128}$/, typeof asked.id === "string" ? asked.id.trim() : undefined)

export const logAddress = (
  filter: Partial<LogFilter>,
  more: { before?: string | undefined; request?: string | undefined; id?: string | undefined } = {},
): string => withQuery("/requests", { ...filter, ...more })
