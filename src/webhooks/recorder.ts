import { setTimeout as sleep } from "node:timers/promises"
import { isUnreachable } from "@/platform/db"
import { log } from "@/platform/log"
import type { Attempt } from "@/webhooks/attempt"
import { LEASE_SECONDS } from "@/webhooks/claim"
import { record, withoutRecorded } from "@/webhooks/record"

const MAX_BATCH = 500
const RETRY_MS = 200
// Deadlock, serialization failure.
const PASSING = new Set(["40P01", "40001"])

/** Writes attempts in batches: what comes while one batch is being written is the next. */
export class Recorder {
  private waiting: Attempt[] = []
  private writing: Promise<void> | null = null

  /** @param recorded is told of every attempt once, when it has been written or given up. */
  constructor(
    private readonly clock: () => Date | null,
    private readonly recorded: (attempts: Attempt[]) => void,
  ) {}

  add(made: Attempt): void {
    this.waiting.push(made)
    this.writing ??= this.writeAll()
  }

  /** Settles when everything has been written. */
  async finish(): Promise<void> {
    while (this.writing) await this.writing
  }

  private async writeAll(): Promise<void> {
    // Answers that arrive together are read in one turn of the event loop.
    await new Promise((resolve) => setImmediate(resolve))
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, MAX_BATCH)
      await this.write(batch)
      this.recorded(batch)
    }
    this.writing = null
  }

  /** While the database is away the answers are kept: a delivery that has arrived is not to be sent again. */
  private async write(batch: Attempt[]): Promise<void> {
    const late = Date.now() + LEASE_SECONDS * 1000
    for (let pending = batch, again = false; pending.length > 0; again = true) {
      try {
        if (again) pending = await withoutRecorded(pending)
        if (pending.length > 0) await record(pending, this.clock())
        return
      } catch (error) {
        const passing = isUnreachable(error) || PASSING.has(String((error as { code?: unknown }).code))
        log[passing ? "warn" : "error"]({ err: error, attempts: pending.map(({ id }) => id) }, "attempts of webhooks could not be recorded")
        if (!passing && pending.length > 1) {
          // One that cannot be written must not keep the others.
          for (const one of pending) await this.write([one])
          return
        }
        if (!passing || Date.now() > late) return
        await sleep(RETRY_MS)
      }
    }
  }
}
