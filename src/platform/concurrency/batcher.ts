import { setImmediate as restOfTurn } from "node:timers/promises"
import { isUnreachable } from "@/platform/db/errors"
import { PoolExhausted } from "@/platform/db/pool"
import { env } from "@/platform/env"
import { TimeoutError, DEFAULT_TIMEOUT_MS } from "@/platform/concurrency/timeout"
import { processSingleton } from "@/platform/process-singleton"

interface PendingRequest {
  reject: (error: unknown) => void
}

interface QueuedAt {
  /** The total duration of all batches, in milliseconds, when the request was queued. */
  queuedAt: number
}

/** Maximum that one batch counts for: if the machine was suspended during it, the database is not to blame. */
const MAX_BATCH_TIME_MS = DEFAULT_TIMEOUT_MS / 2
/** A batch that fails after this time was waiting for the database, not refused by it. */
const SLOW_BATCH_MS = 1_000

function batchQueues() {
  return processSingleton("batch-queues", () => new Set<readonly unknown[]>())
}

/** Returns how many requests wait for a batch, over all queues. */
export function queuedBatchRequests(): number {
  return [...batchQueues()].reduce((total, { length }) => total + length, 0)
}

/**
 * Batches requests: those of one turn of the event loop, or made while a batch is executed, share the next batch, so
 * that a busy process needs one statement for many requests. A failed batch rejects all its requests; if the database
 * did not respond, the queued ones are rejected too. A request waits no longer than DEFAULT_TIMEOUT_MS, and the queue
 * is limited to POOL_QUEUE.
 * @param executeBatch resolves all requests of a batch, or throws
 * @param maxBatchSize maximum number of requests per batch
 * @returns adds a request to the queue, or rejects it with PoolExhausted
 */
export function createBatcher<Request extends PendingRequest>(
  executeBatch: (batch: Request[]) => Promise<void>,
  maxBatchSize = Infinity,
): (request: Request) => void {
  const queue: (Request & QueuedAt)[] = []
  batchQueues().add(queue)
  let running = false
  let executing = false
  /** Total duration of all batches, in milliseconds. */
  let elapsedMs = 0

  const run = async (): Promise<void> => {
    running = true
    while (queue.length > 0) {
      await restOfTurn()
      while (queue[0] && elapsedMs - queue[0].queuedAt >= DEFAULT_TIMEOUT_MS) queue.shift()?.reject(new TimeoutError())
      const batch = queue.splice(0, maxBatchSize)
      if (batch.length === 0) break
      const startedAt = performance.now()
      executing = true
      try {
        await executeBatch(batch)
      } catch (error) {
        if (error instanceof TimeoutError || (isUnreachable(error) && performance.now() - startedAt > SLOW_BATCH_MS))
          batch.push(...queue.splice(0))
        for (const { reject } of batch) reject(error)
      }
      elapsedMs += Math.min(performance.now() - startedAt, MAX_BATCH_TIME_MS)
      executing = false
    }
    running = false
  }

  return (request) => {
    if (executing && queue.length >= env.poolQueue) return request.reject(new PoolExhausted())
    queue.push(Object.assign(request, { queuedAt: elapsedMs }))
    if (!running) void run()
  }
}
