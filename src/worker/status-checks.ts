import { MINUTE_MS } from "@/domain/time-units"
import { checkComponents } from "@/features/status/check-components"
import { recordStatusCheck, type StatusCheck } from "@/features/status/status-history"

/** Checks that wait for the database to come back: a day. */
const UNRECORDED_MAX = 1_440

/**
 * Checks the components at the start of each minute. It is a timer, not a job of the queue, because it must also notice
 * that the database is down; such checks are recorded when it is back.
 * @param periodMs the time between two checks
 */
export function startStatusChecks(periodMs: number = MINUTE_MS): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  const unrecorded: StatusCheck[] = []

  async function run(minute: Date): Promise<void> {
    const results = await checkComponents(stopping.signal)
    if (stopping.signal.aborted) return
    unrecorded.push({ minute, results })
    if (unrecorded.length > UNRECORDED_MAX) unrecorded.shift()
    try {
      for (let check = unrecorded[0]; check; check = unrecorded[0]) {
        await recordStatusCheck(check)
        unrecorded.shift()
      }
    } catch {
      // The database is down, which the heartbeat logs. The next minute tries again.
    }
  }

  function schedule(): void {
    if (stopping.signal.aborted) return
    const minute = (Math.floor(Date.now() / periodMs) + 1) * periodMs
    timer = setTimeout(() => {
      running = run(new Date(minute)).then(schedule)
    }, minute - Date.now())
    timer.unref()
  }

  schedule()
  return {
    stop: async () => {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}
