import { isProblem, Problem } from "@/domain/problem"
import { errorCode, isDeadlock, isUnreachable } from "@/platform/db/errors"
import { log } from "@/platform/log/log"
import { logThrottled, OUTAGE_LOG_SECONDS } from "@/platform/log/log-throttle"

export const RETRY_SECONDS = 5

/** More specific messages for clients, by PostgreSQL's error code. */
const MESSAGES: Partial<Record<string, string>> = {
  "25006": "The database can only be read now; try again in a moment.",
  "53100": "The database's disk is full: nothing can be changed until space is freed.",
}

/** PostgreSQL is unavailable; the cause, for the log, says why. */
class DatabaseUnavailable extends Problem {
  constructor(cause: unknown) {
    const message = MESSAGES[errorCode(cause)]
    super("unavailable", { retryAfter: RETRY_SECONDS, cause, ...(message !== undefined && { message }) })
  }
}

/**
 * Returns an `unavailable` Problem if the error means that PostgreSQL or Redis is down, too slow, or would be at a
 * retry; null for other errors.
 */
export function toUnavailable(error: unknown): Problem | null {
  if (isProblem(error)) return error.code === "unavailable" ? error : null
  return isUnreachable(error) || isDeadlock(error) ? new DatabaseUnavailable(error) : null
}

const OUTAGES: Partial<Record<string, string>> = {
  "25006": "the database is read-only",
  "53100": "the database's disk is full",
  "53200": "the database is out of memory",
}

/**
 * Logs that an operation failed because the database is unavailable: once a minute per place and reason, with the
 * count.
 * @param source the failed operation, such as "request"; a constant, never taken from a request
 */
export function logUnavailable(source: string, err: unknown, fields: Record<string, unknown> = {}): void {
  const code = errorCode(err)
  logThrottled(
    `unavailable ${source} ${code}`,
    OUTAGE_LOG_SECONDS,
    { err, where: source, ...fields },
    OUTAGES[code] ?? "the database is unavailable",
  )
}

/**
 * Logs a failure that will be retried: as logUnavailable if the database is the cause, otherwise as an error each time.
 */
export function logRetriedFailure(source: string, err: unknown, fields: Record<string, unknown> = {}): void {
  if (toUnavailable(err)) logUnavailable(source, err, fields)
  else log.error({ err, where: source, ...fields }, "an operation failed and will be retried")
}
