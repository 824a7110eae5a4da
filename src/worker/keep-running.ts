import { setTimeout as sleep } from "node:timers/promises"
import { Logger, run, type Runner, type RunnerOptions } from "graphile-worker"
import { directPool } from "@/platform/db"
import { log } from "@/platform/log"

const POLL_MS = 2_000
const RESTART_MS = 1_000
// What the queue tells of its everyday work is detail here.
const LEVELS = { error: "error", warning: "warn", info: "debug", debug: "trace" } as const

/** Works on a list of tasks until it is stopped, also when the database goes away for a while, which can end a runner. */
export const keepRunning = async (options: Pick<RunnerOptions, "taskList" | "crontab" | "parsedCronItems" | "preset" | "concurrency">): Promise<{ stop: () => Promise<void> }> => {
  const start = (): Promise<Runner> =>
    run({
      pgPool: directPool(),
      pollInterval: POLL_MS,
      noHandleSignals: true,
      logger: new Logger((scope) => (level, message, meta) => log[LEVELS[level]]({ scope, meta }, message)),
      ...options,
    })
  let stopping = false
  let runner: Runner | null = await start()

  const watch = async (): Promise<void> => {
    while (!stopping) {
      await runner?.promise.catch((error: unknown) => log.error({ err: error }, "the queue's runner has ended and is started again"))
      runner = null
      if (stopping) return
      await sleep(RESTART_MS)
      runner = await start().catch((error: unknown) => {
        log.warn({ err: error }, "the queue's runner could not be started")
        return null
      })
      if (stopping) await runner?.stop()
    }
  }
  const watched = watch()
  return {
    stop: async () => {
      stopping = true
      await runner?.stop()
      await watched
    },
  }
}
