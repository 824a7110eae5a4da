import { setTimeout as sleep } from "node:timers/promises"
import { isDeadlock, isUnreachable } from "@/platform/db/errors"
import { log } from "@/platform/log/log"
import { logUnavailable } from "@/platform/db/unavailable"
import type { Attempt } from "@/webhooks/delivery/attempt"
import { LEASE_SECONDS } from "@/webhooks/delivery/claim"
import { recordAttempts, withoutRecorded } from "@/webhooks/delivery/record"

const MAX_BATCH = 500
/** Response data per batch, in characters. In the statement each may become two, or seven in a header. */
const MAX_BATCH_SIZE = 4_000_000
const RETRY_MS = 200
const SERIALIZATION_FAILURE = "40001"

function isTransient(error: unknown): boolean {
  return isUnreachable(error) || isDeadlock(error) || (error as { code?: unknown }).code === SERIALIZATION_FAILURE
}

/** Returns the size of what is kept of a response, in characters. */
function sizeOf({ result: { headers, body } }: Attempt): number {
  let size = body?.length ?? 0
  for (const name in headers ?? {}) size += name.length + (headers?.[name]?.length ?? 0)
  return size
}

/**
 * Records attempts, and retries while the database is down, because a successful delivery must not be sent again.
 * @param deadline when to stop retrying, in epoch ms; the end of a lease by default
 * @throws the error that prevented it; then none is recorded
 */
export async function recordWithRetry(
  attempts: Attempt[],
  clock: Date | null,
  deadline = Date.now() + LEASE_SECONDS * 1000,
): Promise<void> {
  for (let retrying = false; ; retrying = true) {
    try {
      const unrecorded = retrying ? await withoutRecorded(attempts) : attempts
      if (unrecorded.length > 0) await recordAttempts(unrecorded, clock)
      return
    } catch (error) {
      const transient = isTransient(error)
      const context = { attempts: attempts.map(({ id }) => id) }
      if (transient) logUnavailable("webhook attempts", error, context)
      else log.error({ err: error, ...context }, "attempts of webhooks could not be recorded")
      if (!transient || Date.now() > deadline) throw error
      await sleep(RETRY_MS)
    }
  }
}

/** Records attempts in batches: those that arrive while a batch is written form the next. */
export class AttemptRecorder {
  private queue: Attempt[] = []
  private queuedSize = 0
  private currentWrite: Promise<void> | null = null

  /** @param onRecorded is called once per attempt, when it is recorded or dropped */
  constructor(
    private readonly clock: () => Date | null,
    private readonly onRecorded: (attempts: Attempt[]) => void,
  ) {}

  /** Size of the responses not recorded yet, in characters. */
  get size(): number {
    return this.queuedSize
  }

  add(attempt: Attempt): void {
    this.queue.push(attempt)
    this.queuedSize += sizeOf(attempt)
    this.currentWrite ??= this.writeAll()
  }

  /** Settles when everything is recorded. */
  async drain(): Promise<void> {
    while (this.currentWrite) await this.currentWrite
  }

  private async writeAll(): Promise<void> {
    // Responses that arrive together are read in one turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.queue.length > 0) {
      const batch = this.takeBatch()
      await this.write(batch)
      for (const attempt of batch) this.queuedSize -= sizeOf(attempt)
      this.onRecorded(batch)
    }
    this.currentWrite = null
  }

  private takeBatch(): Attempt[] {
    // A statement can change a row only once, so the results of a lost lease and of the current one are written in
    // different batches.
    const deliveries = new Set<string>()
    let size = 0
    for (const attempt of this.queue) {
      size += sizeOf(attempt)
      if (
        deliveries.size === MAX_BATCH ||
        (deliveries.size > 0 && size > MAX_BATCH_SIZE) ||
        deliveries.has(attempt.delivery.deliveryId)
      )
        break
      deliveries.add(attempt.delivery.deliveryId)
    }
    return this.queue.splice(0, deliveries.size)
  }

  private async write(batch: Attempt[]): Promise<void> {
    try {
      await recordWithRetry(batch, this.clock())
    } catch (error) {
      // An attempt that cannot be recorded must not block the others.
      if (batch.length > 1 && !isTransient(error)) for (const attempt of batch) await this.write([attempt])
    }
  }
}
