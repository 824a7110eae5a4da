import { Problem } from "@/domain/problem"

/** For how long work may be waited for: somewhat longer than a query may wait for a connection. */
export const TIME_MS = 5_000
/** When to ask again for what is only late, or away for a moment. */
export const BRIEF_RETRY_SECONDS = 1

/** What many requests wait for together did not come: each of them is told to come again. */
export class OutOfTime extends Problem {
  constructor() {
    super("unavailable", {
      retryAfter: BRIEF_RETRY_SECONDS,
      message: "The database did not answer in time; try again in a moment.",
    })
  }
}

// Of a process that stood still, all timers are due at once: so one of these is the most of its time that it is robbed of.
const SLICES = 5

/**
 * The work, or OutOfTime when it takes longer, by default than 5 s: on a database that hangs, what waits for it would grow without end. The work
 * itself goes on, and what it gives then is forgotten. While the whole machine stands still, as when it is moved, its time does so too.
 */
export const inTime = <T>(work: Promise<T>, timeMs = TIME_MS): Promise<T> =>
  new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout
    const wait = (slices: number): void => {
      // The answers that have come meanwhile are read before the immediates.
      timer = setTimeout(
        () => (slices > 1 ? wait(slices - 1) : setImmediate(() => reject(new OutOfTime()))),
        timeMs / SLICES,
      )
    }
    wait(SLICES)
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
