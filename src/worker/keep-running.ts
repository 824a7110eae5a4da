import { setTimeout as sleep } from "node:timers/promises"
import { Logger, type RunnerOptions } from "graphile-worker"
import { isUnreachable } from "@/platform/db/errors"
import { directPool } from "@/platform/db/pool"
import { log } from "@/platform/log/log"
import { STOP_MS } from "@/platform/shutdown/stop-times"
import { logRetriedFailure, logUnavailable, unavailable } from "@/platform/db/unavailable"
import { QueueRunner } from "@/worker/queue-runner"

const POLL_MS = 2_000
const RESTART_MS = 1_000
// What the queue tells of its everyday work is detail here.
const LEVELS = { error: "error", warning: "warn", info: "debug", debug: "trace" } as const

/** Works on a list of tasks until it is stopped, also when the database goes away for a while, which can end a runner. */
export const keepRunning = async ({
  preset,
  ...options
}: Pick<RunnerOptions, "taskList" | "crontab" | "parsedCronItems" | "preset" | "concurrency">): Promise<{
  stop: () => Promise<void>
}> => {
  const start = (): Promise<QueueRunner> =>
    QueueRunner.start({
      pgPool: directPool(),
      pollInterval: POLL_MS,
      noHandleSignals: true,
      // Beside its error it would tell of the job whole, and a mail's job holds the link that is mailed.
      logger: new Logger((scope) => (level, message, meta) => {
        const err = meta?.error ?? meta?.fatalError
        if (err && unavailable(err)) logUnavailable("queue", err, { scope })
        else log[LEVELS[level]]({ scope, err }, message)
      }),
      ...options,
      // Written one by one, a job's end is a promise that graphile-worker does not wait for: while the database is away, its rejection would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, ...preset?.worker } },
    })
  const complain = (error: unknown): null => {
    logRetriedFailure("queue's runner", error)
    return null
  }
  let stopping = false
  // A machine that is busy starting may not be answered in time by the database: that is no reason not to start.
  let runner: QueueRunner | null = await start().catch((error: unknown) =>
    isUnreachable(error) ? complain(error) : Promise.reject(error as Error),
  )
  let last: QueueRunner | null = null
  const startAnew = async (): Promise<QueueRunner> => {
    await last?.giveBack()
    last = null
    return start()
  }

  const watch = async (): Promise<void> => {
    for (;;) {
      if (runner) {
        if (stopping) void runner.stop()
        const well = await runner.ended
          .then(() => true)
          .catch((err: unknown) => logRetriedFailure("queue's runner", err))
        if (!well) void runner.stop()
        if (!well || !stopping) last = runner
      }
      runner = null
      if (stopping) break
      await sleep(RESTART_MS)
      runner = await startAnew().catch(complain)
    }
    await last?.giveBack().catch((err: unknown) => log.warn({ err }, "the queue's jobs could not be given back"))
  }
  const watched = watch()
  return {
    stop: async () => {
      stopping = true
      const stopped = Promise.all([runner?.stop(), watched])
      const late = await Promise.race([stopped, sleep(STOP_MS.jobs, "late" as const, { ref: false })])
      if (late === "late") log.warn("the queue's runner has not ended in time")
    },
  }
}
