import { isProblem, Problem } from "@/domain/problem"
import { errorCode, isDeadlock, isUnreachable } from "@/platform/db/errors"
import { log } from "@/platform/log/log"
import { logThrottled, OUTAGE_LOG_SECONDS } from "@/platform/log/log-throttle"

export const RETRY_SECONDS = 5

/** What a client is told beyond the usual, by PostgreSQL's code. */
const MESSAGES: Partial<Record<string, string>> = {
  "25006": "The database can only be read now; try again in a moment.",
  "53100": "The database's disk is full: nothing can be changed until space is freed.",
}

/** PostgreSQL cannot answer now; why is in its cause, for the log. */
export class Unreachable extends Problem {
  constructor(cause: unknown) {
    const message = MESSAGES[errorCode(cause)]
    super("unavailable", { retryAfter: RETRY_SECONDS, cause, ...(message !== undefined && { message }) })
  }
}

/** What an error is told as when it means that PostgreSQL or Redis is away, does not answer in time, or would the next time; null for every other. */
export const unavailable = (error: unknown): Problem | null => {
  if (isProblem(error)) return error.code === "unavailable" ? error : null
  return isUnreachable(error) || isDeadlock(error) ? new Unreachable(error) : null
}

const OUTAGES: Partial<Record<string, string>> = {
  "25006": "the database is read-only",
  "53100": "the database's disk is full",
  "53200": "the database is out of memory",
}

/**
 * Logs that something could not be done since the database could not do its part: once a minute for each place and reason, with how often it happened.
 * @param where what could not be done, as "request"; the places are those of the code, never of a request
 */
export function logUnavailable(where: string, err: unknown, fields: Record<string, unknown> = {}): void {
  const code = errorCode(err)
  logThrottled(
    `unavailable ${where} ${code}`,
    OUTAGE_LOG_SECONDS,
    { err, where, ...fields },
    OUTAGES[code] ?? "the database cannot answer now",
  )
}

/** Logs a failure of what is tried again by itself: as logUnavailable where the database is to blame, else as an error each time. */
export function logRetriedFailure(where: string, err: unknown, fields: Record<string, unknown> = {}): void {
  if (unavailable(err)) logUnavailable(where, err, fields)
  else log.error({ err, where, ...fields }, "what will be tried again has failed")
}
