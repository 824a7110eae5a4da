import { setTimeout as sleep } from "node:timers/promises"
import { Logger, run, type Runner, type RunnerOptions } from "graphile-worker"
import { directPool, isUnreachable } from "@/platform/db"
import { log } from "@/platform/log"

const POLL_MS = 2_000
const RESTART_MS = 1_000
/** A runner that is stopped while it is being started after an outage may never say that it has ended. */
const STOP_MS = 8_000
// What the queue tells of its everyday work is detail here.
const LEVELS = { error: "error", warning: "warn", info: "debug", debug: "trace" } as const

/** Works on a list of tasks until it is stopped, also when the database goes away for a while, which can end a runner. */
export const keepRunning = async ({ preset, ...options }: Pick<RunnerOptions, "taskList" | "crontab" | "parsedCronItems" | "preset" | "concurrency">): Promise<{ stop: () => Promise<void> }> => {
  const start = (): Promise<Runner> =>
    run({
      pgPool: directPool(),
      pollInterval: POLL_MS,
      noHandleSignals: true,
      // Beside its error it would tell of the job whole, and a mail's job holds the link that is mailed.
      logger: new Logger((scope) => (level, message, meta) => log[LEVELS[level]]({ scope, err: meta?.error ?? meta?.fatalError }, message)),
      ...options,
      // Without a batch, graphile-worker waits for nobody to hear that a job could not be marked as done, which ends the process.
      preset: { worker: { completeJobBatchDelay: 0, ...preset?.worker } },
    })
  const complain = (error: unknown): null => {
    log.warn({ err: error }, "the queue's runner could not be started")
    return null
  }
  let stopping = false
  // A machine that is busy starting may not be answered in time by the database: that is no reason not to start.
  let runner: Runner | null = await start().catch((error: unknown) => (isUnreachable(error) ? complain(error) : Promise.reject(error as Error)))

  const watch = async (): Promise<void> => {
    while (!stopping) {
      await runner?.promise.catch((error: unknown) => log.error({ err: error }, "the queue's runner has ended and is started again"))
      runner = null
      if (stopping) return
      await sleep(RESTART_MS)
      runner = await start().catch(complain)
      if (stopping) await runner?.stop()
    }
  }
  const watched = watch()
  return {
    stop: async () => {
      stopping = true
      const stopped = Promise.resolve(runner?.stop()).then(() => watched)
      const late = await Promise.race([stopped, sleep(STOP_MS, "late" as const)])
      if (late) log.warn("the queue's runner has not ended in time")
    },
  }
}
