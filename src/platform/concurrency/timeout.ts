import { Problem } from "@/domain/problem"

/** Default timeout, somewhat longer than a query may wait for a connection. */
export const DEFAULT_TIMEOUT_MS = 5_000
/** Retry-After for what is only late or briefly unavailable. */
export const SHORT_RETRY_SECONDS = 1

/** A timeout of work that many requests share; each of them receives it. */
export class TimeoutError extends Problem {
  constructor() {
    super("unavailable", {
      retryAfter: SHORT_RETRY_SECONDS,
      message: "The database did not respond in time; try again in a moment.",
    })
  }
}

// After a process was suspended, all its timers are due immediately. With slices, the timeout loses at most one of
// them.
const SLICES = 5

/**
 * Waits for work, and throws TimeoutError after a timeout (default 5 s), so that waiters do not pile up on a hung
 * database. The work itself continues, and its result is discarded. While the whole machine is suspended, as in a
 * migration, the timeout is suspended too.
 */
export function withTimeout<T>(work: Promise<T>, timeoutMs = DEFAULT_TIMEOUT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout
    const waitSlice = (slicesLeft: number): void => {
      // setImmediate lets responses that have arrived meanwhile be read first.
      timer = setTimeout(
        () => (slicesLeft > 1 ? waitSlice(slicesLeft - 1) : setImmediate(() => reject(new TimeoutError()))),
        timeoutMs / SLICES,
      )
    }
    waitSlice(SLICES)
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
