import { EventEmitter } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { run, type Runner, type RunnerOptions, type WorkerEvents } from "graphile-worker"
import { transaction } from "@/platform/db/transaction"
import { STOP_MS } from "@/platform/shutdown/stop-times"

/** Timeout of a runner's shutdown. */
const SHUTDOWN_TIMEOUT_MS = STOP_MS.jobs - 1_000
/** More than the jobs that can be completed but not yet marked as done. */
const COMPLETED_JOBS_MAX = 1_000

/** The connection broke during a query, so a job may have been taken without this process knowing. */
function mayHaveLockedJob(error: unknown): boolean {
  return error instanceof Error && /Connection terminated unexpectedly|ECONNRESET|EPIPE/.test(error.message)
}

/** One runner of graphile-worker, from its start to its end. */
export class QueueRunner {
  private constructor(
    private readonly runner: Runner,
    /**
     * Settles when the runner has ended. @throws Error if it failed or did not end; it takes no more jobs in either
     * case
     */
    readonly ended: Promise<void>,
    private readonly poolId: string,
    private readonly completedJobs: readonly string[],
  ) {}

  /** @throws Error of pg if the database is unreachable */
  static async start(options: Omit<RunnerOptions, "events">): Promise<QueueRunner> {
    const events = new EventEmitter() as WorkerEvents
    const completedJobs: string[] = []
    let poolId = ""
    events.once("pool:create", ({ workerPool }) => {
      poolId = workerPool.id
    })
    // PostgreSQL closes this connection whenever the process ends; its name tells others which workers are alive
    // (unlock-jobs.ts).
    events.on("pool:listen:success", ({ client, workerPool }) => {
      client.query("SELECT set_config('application_name', $1, false)", [workerPool.id]).catch(() => undefined)
    })
    events.on("pool:listen:release", ({ client }) => {
      client.query("RESET application_name").catch(() => undefined)
    })
    events.on("job:success", ({ job }) => {
      completedJobs.push(job.id)
      if (completedJobs.length > COMPLETED_JOBS_MAX) completedJobs.shift()
    })
    // graphile-worker counts pending writes before it ends; if several fail at the same time, the count becomes
    // negative and it never ends.
    const ending = new Promise<void>((resolve) => events.once("pool:gracefulShutdown", () => resolve()))
    const timedOut = ending.then(async () => {
      await sleep(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false })
      throw new Error("the queue's runner does not end")
    })
    const runner = await run({ ...options, events })
    const started = new QueueRunner(runner, Promise.race([runner.promise, timedOut]), poolId, completedJobs)
    for (const promise of [timedOut, started.ended]) promise.catch(() => undefined)
    events.on("worker:getJob:error", ({ error }) => {
      if (mayHaveLockedJob(error)) void started.stop()
    })
    return started
  }

  /** Finishes the running jobs. Does nothing if it is already ending. */
  async stop(): Promise<void> {
    await this.runner.stop().catch(() => undefined)
  }

  /**
   * Call it after the end: marks completed jobs as done, and releases the others, which graphile-worker itself would
   * release after four hours.
   * @throws Error of pg if the database is unreachable
   */
  async releaseJobs(): Promise<void> {
    await transaction(async (tx) => {
      await tx.query("SELECT graphile_worker.force_unlock_workers($1)", [[this.poolId]])
      await tx.query("SELECT graphile_worker.complete_jobs($1)", [this.completedJobs])
    })
  }
}
