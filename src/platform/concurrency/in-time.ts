import { Problem } from "@/domain/problem"

/** Default timeout, somewhat longer than a query may wait for a connection. */
export const TIME_MS = 5_000
/** Retry-After for what is only late or briefly unavailable. */
export const BRIEF_RETRY_SECONDS = 1

/** A timeout of work that many requests share; each of them receives it. */
export class OutOfTime extends Problem {
  constructor() {
    super("unavailable", {
      retryAfter: BRIEF_RETRY_SECONDS,
      message: "The database did not answer in time; try again in a moment.",
    })
  }
}

// After a process was suspended, all its timers are due immediately. With slices, the timeout loses at most one of
// them.
const SLICES = 5

/**
 * Waits for work, and throws OutOfTime after a timeout (default 5 s), so that waiters do not pile up on a hung
 * database. The work itself continues, and its result is discarded. While the whole machine is suspended, as in a
 * migration, the timeout is suspended too.
 */
export const inTime = <T>(work: Promise<T>, timeMs = TIME_MS): Promise<T> =>
  new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout
    const wait = (slices: number): void => {
      // setImmediate lets responses that have arrived meanwhile be read first.
      timer = setTimeout(
        () => (slices > 1 ? wait(slices - 1) : setImmediate(() => reject(new OutOfTime()))),
        timeMs / SLICES,
      )
    }
    wait(SLICES)
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
