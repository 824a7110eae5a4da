import { setTimeout as sleep } from "node:timers/promises"
import { isDeadlock, isUnreachable } from "@/platform/db/errors"
import { log } from "@/platform/log/log"
import { logUnavailable } from "@/platform/db/unavailable"
import type { Attempt } from "@/webhooks/delivery/attempt"
import { LEASE_SECONDS } from "@/webhooks/delivery/claim"
import { record, withoutRecorded } from "@/webhooks/delivery/record"

const MAX_BATCH = 500
/** Response data per batch, in characters. In the statement each may become two, or seven in a header. */
const MAX_BATCH_SIZE = 4_000_000
const RETRY_MS = 200
const SERIALIZATION_FAILURE = "40001"

const isPassing = (error: unknown): boolean =>
  isUnreachable(error) || isDeadlock(error) || (error as { code?: unknown }).code === SERIALIZATION_FAILURE

/** Returns the size of what is kept of a response, in characters. */
const sizeOf = ({ answer: { headers, body } }: Attempt): number => {
  let size = body?.length ?? 0
  for (const name in headers ?? {}) size += name.length + (headers?.[name]?.length ?? 0)
  return size
}

/**
 * Records attempts, and retries while the database is down, because a successful delivery must not be sent again.
 * @param late when to stop retrying, in epoch ms; the end of a lease by default
 * @throws the error that prevented it; then none is recorded
 */
export const recordAtLast = async (
  attempts: Attempt[],
  clock: Date | null,
  late = Date.now() + LEASE_SECONDS * 1000,
): Promise<void> => {
  for (let again = false; ; again = true) {
    try {
      const unwritten = again ? await withoutRecorded(attempts) : attempts
      if (unwritten.length > 0) await record(unwritten, clock)
      return
    } catch (error) {
      const passing = isPassing(error)
      const context = { attempts: attempts.map(({ id }) => id) }
      if (passing) logUnavailable("webhook attempts", error, context)
      else log.error({ err: error, ...context }, "attempts of webhooks could not be recorded")
      if (!passing || Date.now() > late) throw error
      await sleep(RETRY_MS)
    }
  }
}

/** Records attempts in batches: those that arrive while a batch is written form the next. */
export class Recorder {
  private waiting: Attempt[] = []
  private waitingSize = 0
  private writing: Promise<void> | null = null

  /** @param recorded is called once per attempt, when it is recorded or dropped */
  constructor(
    private readonly clock: () => Date | null,
    private readonly recorded: (attempts: Attempt[]) => void,
  ) {}

  /** Size of the responses not recorded yet, in characters. */
  get size(): number {
    return this.waitingSize
  }

  add(made: Attempt): void {
    this.waiting.push(made)
    this.waitingSize += sizeOf(made)
    this.writing ??= this.writeAll()
  }

  /** Settles when everything is recorded. */
  async finish(): Promise<void> {
    while (this.writing) await this.writing
  }

  private async writeAll(): Promise<void> {
    // Responses that arrive together are read in one turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.waiting.length > 0) {
      const batch = this.takeBatch()
      await this.write(batch)
      for (const made of batch) this.waitingSize -= sizeOf(made)
      this.recorded(batch)
    }
    this.writing = null
  }

  private takeBatch(): Attempt[] {
    // A statement can change a row only once, so the results of a lost lease and of the current one are written in
    // different batches.
    const deliveries = new Set<string>()
    let size = 0
    for (const made of this.waiting) {
      size += sizeOf(made)
      if (
        deliveries.size === MAX_BATCH ||
        (deliveries.size > 0 && size > MAX_BATCH_SIZE) ||
        deliveries.has(made.claimed.deliveryId)
      )
        break
      deliveries.add(made.claimed.deliveryId)
    }
    return this.waiting.splice(0, deliveries.size)
  }

  private async write(batch: Attempt[]): Promise<void> {
    try {
      await recordAtLast(batch, this.clock())
    } catch (error) {
      // An attempt that cannot be recorded must not block the others.
      if (batch.length > 1 && !isPassing(error)) for (const one of batch) await this.write([one])
    }
  }
}
