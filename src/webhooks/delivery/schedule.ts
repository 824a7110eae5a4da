/** The relevant parts of a response; any error means that it was incomplete. */
interface AttemptResult {
  statusCode: number | null
  error: string | null
  headers: Record<string, string> | null
}

/** Seconds from the n-th failed attempt to the next. There is none after the tenth. */
const DELAY_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
export const MAX_ATTEMPTS = DELAY_SECONDS.length + 1
/** Random extra share of each delay, so that deliveries that failed together are not retried together. */
const JITTER = 0.2
const MAX_RETRY_AFTER_SECONDS = 86_400

export type Trigger = "schedule" | "redelivery" | "test"

/** The outcome for a delivery. A pending one is retried after this delay; null keeps the time of its next attempt. */
export type AttemptOutcome =
  | { status: "delivered" | "failed"; delaySeconds: null }
  | { status: "pending"; delaySeconds: number | null }

/** Whether the attempt does not affect the schedule: a redelivery of a delivery that waits for its next attempt. */
export function isOffSchedule(trigger: Trigger, failures: number): boolean {
  return trigger === "redelivery" && failures > 0
}

export function isSuccess({ statusCode, error }: Pick<AttemptResult, "statusCode" | "error">): boolean {
  return error === null && statusCode !== null && statusCode >= 200 && statusCode < 300
}

/**
 * @param failures failed attempts of the schedule before this one
 * @param random from 0 to 1
 */
export function nextState(
  trigger: Trigger,
  failures: number,
  result: AttemptResult,
  now: Date,
  random: number,
): AttemptOutcome {
  if (isSuccess(result)) return { status: "delivered", delaySeconds: null }
  if (isOffSchedule(trigger, failures)) return { status: "pending", delaySeconds: null }
  const delay = DELAY_SECONDS[failures]
  if (trigger !== "schedule" || result.statusCode === 410 || delay === undefined)
    return { status: "failed", delaySeconds: null }
  return {
    status: "pending",
    delaySeconds: Math.max(delay * (1 + JITTER * random), retryAfter(result.headers?.["retry-after"], now)),
  }
}

/** RFC 9110, section 10.2.3: seconds or a date. @returns seconds; 0 if it is invalid */
function retryAfter(value: string | undefined, now: Date): number {
  if (value === undefined) return 0
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - now.getTime()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), MAX_RETRY_AFTER_SECONDS) : 0
}
