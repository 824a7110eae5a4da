import { setTimeout as sleep } from "node:timers/promises"
import { Logger, type RunnerOptions } from "graphile-worker"
import { isUnreachable } from "@/platform/db/errors"
import { directPool } from "@/platform/db/pool"
import { log } from "@/platform/log/log"
import { STOP_MS } from "@/platform/shutdown/stop-times"
import { logRetriedFailure, logUnavailable, toUnavailable } from "@/platform/db/unavailable"
import { QueueRunner } from "@/worker/queue-runner"

const POLL_MS = 2_000
const RESTART_MS = 1_000
// Routine messages of the queue are logged at lower levels.
const LEVELS = { error: "error", warning: "warn", info: "debug", debug: "trace" } as const

/** Runs tasks until it is stopped, and restarts the runner if a database outage ends it. */
export async function startResilientRunner({
  preset,
  ...options
}: Pick<RunnerOptions, "taskList" | "crontab" | "parsedCronItems" | "preset" | "concurrency">): Promise<{
  stop: () => Promise<void>
}> {
  const start = (): Promise<QueueRunner> =>
    QueueRunner.start({
      pgPool: directPool(),
      pollInterval: POLL_MS,
      noHandleSignals: true,
      // Its own messages would include the whole job, and an email's job contains the email's secret link.
      logger: new Logger((scope) => (level, message, meta) => {
        const err = meta?.error ?? meta?.fatalError
        if (err && toUnavailable(err)) logUnavailable("queue", err, { scope })
        else log[LEVELS[level]]({ scope, err }, message)
      }),
      ...options,
      // graphile-worker does not await the promise that completes a single job; during a database outage its rejection
      // would end the process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0, ...preset?.worker } },
    })
  const logFailure = (error: unknown): null => {
    logRetriedFailure("queue's runner", error)
    return null
  }
  let stopping = false
  // The database may respond late on a machine that is busy starting, which must not prevent the start.
  let runner: QueueRunner | null = await start().catch((error: unknown) =>
    isUnreachable(error) ? logFailure(error) : Promise.reject(error as Error),
  )
  let previous: QueueRunner | null = null
  const restart = async (): Promise<QueueRunner> => {
    await previous?.releaseJobs()
    previous = null
    return start()
  }

  const superviseRunner = async (): Promise<void> => {
    for (;;) {
      if (runner) {
        if (stopping) void runner.stop()
        const endedNormally = await runner.ended
          .then(() => true)
          .catch((err: unknown) => logRetriedFailure("queue's runner", err))
        if (!endedNormally) void runner.stop()
        if (!endedNormally || !stopping) previous = runner
      }
      runner = null
      if (stopping) break
      await sleep(RESTART_MS)
      runner = await restart().catch(logFailure)
    }
    await previous?.releaseJobs().catch((err: unknown) => log.warn({ err }, "the queue's jobs could not be released"))
  }
  const supervision = superviseRunner()
  return {
    stop: async () => {
      stopping = true
      const stopped = Promise.all([runner?.stop(), supervision])
      const timedOut = await Promise.race([stopped, sleep(STOP_MS.jobs, "late" as const, { ref: false })])
      if (timedOut === "late") log.warn("the queue's runner did not stop in time")
    },
  }
}
