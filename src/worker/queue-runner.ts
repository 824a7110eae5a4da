import { EventEmitter, once } from "node:events"
import { setTimeout as sleep } from "node:timers/promises"
import { run, type Runner, type RunnerOptions, type WorkerEvents } from "graphile-worker"
import { transaction } from "@/platform/db/transaction"
import { STOP_MS } from "@/platform/shutdown/stop-times"

/** What a runner may take to end. */
const END_MS = STOP_MS.jobs - 1_000
/** More than can be done and not yet be marked as done. */
const DONE_MAX = 1_000

/** The connection broke when the question was on its way: a job may have been taken of which nobody here knows. */
const mayHaveTaken = (error: unknown): boolean =>
  error instanceof Error && /Connection terminated unexpectedly|ECONNRESET|EPIPE/.test(error.message)

/** One runner of graphile-worker's, from its start to its end. */
export class QueueRunner {
  private constructor(
    private readonly runner: Runner,
    /** Settles when it has ended. @throws Error when it has not ended well, or does not end: then, too, it takes no job any more. */
    readonly ended: Promise<void>,
    private readonly poolId: string,
    private readonly done: readonly string[],
  ) {}

  /** @throws Error of pg's, while the database cannot be reached */
  static async start(options: Omit<RunnerOptions, "events">): Promise<QueueRunner> {
    const events = new EventEmitter() as WorkerEvents
    const done: string[] = []
    let poolId = ""
    events.once("pool:create", ({ workerPool }) => {
      poolId = workerPool.id
    })
    // PostgreSQL ends this connection when the process ends, however that comes about: by its name others see who still works (unlock-jobs.ts).
    events.on("pool:listen:success", ({ client, workerPool }) => {
      client.query("SELECT set_config('application_name', $1, false)", [workerPool.id]).catch(() => undefined)
    })
    events.on("pool:listen:release", ({ client }) => {
      client.query("RESET application_name").catch(() => undefined)
    })
    events.on("job:success", ({ job }) => {
      done.push(job.id)
      if (done.length > DONE_MAX) done.shift()
    })
    // graphile-worker counts what it still has to write before it ends; when several writes fail at once, the count passes below zero.
    const stuck = once(events as unknown as EventEmitter, "pool:gracefulShutdown").then(async () => {
      await sleep(END_MS, undefined, { ref: false })
      throw new Error("the queue's runner does not end")
    })
    const runner = await run({ ...options, events })
    const started = new QueueRunner(runner, Promise.race([runner.promise, stuck]), poolId, done)
    for (const promise of [stuck, started.ended]) promise.catch(() => undefined)
    events.on("worker:getJob:error", ({ error }) => {
      if (mayHaveTaken(error)) void started.stop()
    })
    return started
  }

  /** Finishes the jobs under way. One that ends already is left alone. */
  async stop(): Promise<void> {
    await this.runner.stop().catch(() => undefined)
  }

  /**
   * After its end: what it had done and could not say so is done, and what it had not is there for others, which graphile-worker would let
   * have it after four hours.
   * @throws Error of pg's, while the database cannot be reached
   */
  async giveBack(): Promise<void> {
    await transaction(async (tx) => {
      await tx.query("SELECT graphile_worker.force_unlock_workers($1)", [[this.poolId]])
      await tx.query("SELECT graphile_worker.complete_jobs($1)", [this.done])
    })
  }
}
