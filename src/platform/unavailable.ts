import { Problem } from "@/domain/problem"
import { isDeadlock, isUnreachable } from "@/platform/db"

export const RETRY_SECONDS = 5

/** PostgreSQL cannot answer now; why is in its cause, for the log. */
export class Unreachable extends Problem {
  constructor(cause: unknown) {
    super("unavailable", { retryAfter: RETRY_SECONDS, cause })
  }
}

/** What an error is told as when it means that PostgreSQL or Redis is away, does not answer in time, or would the next time; null for every other. */
export const unavailable = (error: unknown): Problem | null => {
  if (error instanceof Problem) return error.code === "unavailable" ? error : null
  return isUnreachable(error) || isDeadlock(error) ? new Unreachable(error) : null
}
