import { setTimeout as sleep } from "node:timers/promises"
import { isDatabaseDiskFull } from "@/platform/disk/disk-space"
import { withTimeout } from "@/platform/concurrency/timeout"
import { log } from "@/platform/log/log"
import { STOP_MS } from "@/platform/shutdown/stop-times"
import { logUnavailable, toUnavailable } from "@/platform/db/unavailable"
import { type Attempt, attempt } from "@/webhooks/delivery/attempt"
import { claim, type Claimed, giveBack, type Limits } from "@/webhooks/delivery/claim"
import { dueEndpoints } from "@/webhooks/delivery/due-endpoints"
import { Recorder } from "@/webhooks/delivery/recorder"
import { canSign } from "@/webhooks/delivery/sign"

/**
 * Limits of concurrent deliveries to one endpoint, over all workers; to one whose last attempt failed; and in this
 * process.
 */
const PER_ENDPOINT = 20
const PER_FAILING_ENDPOINT = 2
const IN_PROCESS = 2_000
/** Slots of this process reserved for endpoints whose last attempt succeeded. */
const FOR_HEALTHY = 200
/** Unrecorded responses, in characters; beyond it no new attempt starts. */
const UNRECORDED = 16_000_000
const ENDPOINTS_A_CLAIM = 100
const SWEEP_MS = 1_000
const DATABASE_RETRY_MS = 250
/** How long a process skips an endpoint whose secret it cannot decrypt, and leaves it to other workers. */
const UNREADABLE_MS = 30_000

interface Options {
  /** Replaces PostgreSQL's and the machine's clock. */
  clock?: () => Date
}

/** Sends deliveries that are due. Many can run in many processes: the database decides which one sends what. */
export class Deliverer {
  /** Endpoints to claim for: those notified of an event, and those found by a sweep. */
  private readonly woken = new Set<string>()
  private readonly swept = new Set<string>()
  /** Endpoints with deliveries at the last claim, which may have more. */
  private readonly busy = new Set<string>()
  /** Endpoints whose secret this process cannot decrypt, and when to try again, in ms. */
  private readonly unreadable = new Map<string, number>()
  private readonly underWay = new Set<Claimed>()
  /** Concurrent deliveries by endpoint. */
  private readonly counts = new Map<string, number>()
  private readonly recorder: Recorder
  private readonly abort = new AbortController()
  private readonly clock: () => Date | null
  private claiming = false
  private stopping = false
  private sweepTimer: NodeJS.Timeout | undefined

  constructor({ clock }: Options = {}) {
    this.clock = clock ?? (() => null)
    this.recorder = new Recorder(this.clock, (attempts) => this.recorded(attempts))
    if (!clock) this.sweepSoon()
  }

  /** Sends what is due to these endpoints. Returns immediately. */
  wake(endpoints: readonly string[]): void {
    for (const endpoint of endpoints) this.want(endpoint, this.woken)
    void this.claimWanted()
  }

  private want(endpoint: string, among: Set<string>): void {
    if ((this.unreadable.get(endpoint) ?? 0) > this.now()) return
    this.unreadable.delete(endpoint)
    among.add(endpoint)
  }

  private get wanted(): number {
    return this.woken.size + this.swept.size
  }

  private now(): number {
    return this.clock()?.getTime() ?? Date.now()
  }

  /** Finds due deliveries without a notification: retries, and those of crashed workers. */
  async sweep(): Promise<void> {
    for (const endpoint of await dueEndpoints(this.limits(), this.clock())) this.want(endpoint, this.swept)
    void this.claimWanted()
  }

  private sweepSoon(): void {
    this.sweepTimer = setTimeout(
      () => {
        this.sweep()
          .catch((error: unknown) => this.complain(error, "webhooks that are due could not be looked for"))
          .finally(() => {
            if (!this.stopping) this.sweepSoon()
          })
      },
      SWEEP_MS * (0.75 + Math.random() / 2),
    )
  }

  /**
   * Returns the limits for the next claim. Beyond half of the process's slots, the rest are for endpoints with few
   * deliveries in progress, and the last ones for endpoints that do not fail.
   */
  private limits(): Limits {
    const crowded = this.underWay.size >= IN_PROCESS / 2
    const full = this.underWay.size >= IN_PROCESS - FOR_HEALTHY
    return {
      perEndpoint: crowded ? PER_FAILING_ENDPOINT : PER_ENDPOINT,
      perFailingEndpoint: full ? 0 : PER_FAILING_ENDPOINT,
      // On a full disk no new attempt starts, because its result could not be written.
      room:
        this.recorder.size > UNRECORDED || isDatabaseDiskFull()
          ? 0
          : (full ? IN_PROCESS : crowded ? IN_PROCESS - FOR_HEALTHY : IN_PROCESS / 2) - this.underWay.size,
    }
  }

  private async claimWanted(): Promise<void> {
    if (this.claiming) return
    this.claiming = true
    try {
      // Batches notifications that arrive together.
      await new Promise((resolve) => setImmediate(resolve))
      while (this.wanted > 0 && !this.stopping) {
        const limits = this.limits()
        if (limits.room <= 0) return
        const endpoints = this.takeWanted()
        if (endpoints.length === 0) return
        try {
          const claimed = await claim(endpoints, limits, this.clock())
          // An endpoint with deliveries in progress stays busy: what waits for their slots is claimed when they end.
          for (const endpoint of endpoints) if (!this.counts.has(endpoint)) this.busy.delete(endpoint)
          const readable = new Set([...new Set(claimed.map(({ endpoint }) => endpoint))].filter(canSign))
          const signable = claimed.filter(({ endpoint }) => readable.has(endpoint))
          for (const one of signable) {
            this.busy.add(one.endpointId)
            this.underWay.add(one)
            this.counts.set(one.endpointId, (this.counts.get(one.endpointId) ?? 0) + 1)
          }
          for (const one of signable) void this.deliver(one)
          if (signable.length < claimed.length)
            await this.leaveToOthers(claimed.filter((one) => !this.underWay.has(one)))
          // The limit may have ended before the last endpoint had its turn.
          if (claimed.length >= limits.room) this.wake(endpoints)
        } catch (error) {
          this.complain(error, "webhooks could not be claimed")
          for (const endpoint of endpoints) this.woken.add(endpoint)
          await sleep(DATABASE_RETRY_MS)
        }
      }
    } finally {
      this.claiming = false
    }
  }

  /**
   * Takes endpoints from both sets by halves, so that new events do not wait behind a long queue of retries, nor the
   * reverse. Endpoints that are at their limit because of this process are skipped until some of their deliveries end.
   */
  private takeWanted(): string[] {
    const taken = new Set<string>()
    const take = (from: Set<string>, until: number): void => {
      for (const endpoint of from) {
        if (taken.size >= until) break
        from.delete(endpoint)
        if ((this.counts.get(endpoint) ?? 0) < PER_ENDPOINT) taken.add(endpoint)
      }
    }
    take(this.woken, ENDPOINTS_A_CLAIM / 2)
    take(this.swept, ENDPOINTS_A_CLAIM)
    take(this.woken, ENDPOINTS_A_CLAIM)
    return [...taken]
  }

  /**
   * Releases deliveries that cannot be signed. An undecryptable secret is the installation's fault, so it costs neither
   * an attempt nor the endpoint's health.
   */
  private async leaveToOthers(unsigned: Claimed[]): Promise<void> {
    const endpoints = [...new Set(unsigned.map(({ endpointId }) => endpointId))]
    for (const endpoint of endpoints) this.unreadable.set(endpoint, this.now() + UNREADABLE_MS)
    log.error(
      { endpoints, deliveries: unsigned.length },
      "the secrets of webhook endpoints cannot be read, so nothing is sent to them: has this process the installation's HAAT_SECRET?",
    )
    await giveBack(unsigned).catch((error: unknown) =>
      this.complain(
        error,
        "webhooks that could not be signed were not given back, and wait for the end of their lease",
      ),
    )
  }

  private async deliver(claimed: Claimed): Promise<void> {
    const now = this.clock()
    const made = await attempt(claimed, { signal: this.abort.signal, ...(now && { now }) })
    if (made.answer.error !== "stopped") this.recorder.add(made)
  }

  private recorded(attempts: Attempt[]): void {
    for (const { claimed } of attempts) {
      this.underWay.delete(claimed)
      const left = (this.counts.get(claimed.endpointId) ?? 1) - 1
      if (left === 0) this.counts.delete(claimed.endpointId)
      else this.counts.set(claimed.endpointId, left)
      // Not for each delivery that ends: a claim of ten takes as long as a claim of one.
      if (left <= PER_ENDPOINT / 2 && this.busy.has(claimed.endpointId)) this.want(claimed.endpointId, this.woken)
    }
    void this.claimWanted()
  }

  private complain(error: unknown, message: string): void {
    if (toUnavailable(error)) logUnavailable(`webhooks: ${message}`, error)
    else log.error({ err: error }, message)
  }

  /** Settles when nothing is in progress or queued. For tests with a clock. */
  async idle(): Promise<void> {
    while (this.claiming || this.wanted > 0 || this.underWay.size > 0) await sleep(5)
  }

  /**
   * Claims nothing more, waits up to 5 s for deliveries in progress, and releases the rest to other workers, which
   * otherwise wait until the leases end.
   */
  async stop(): Promise<void> {
    this.stopping = true
    clearTimeout(this.sweepTimer)
    const late = Date.now() + STOP_MS.deliveries
    while ((this.underWay.size > 0 || this.claiming) && Date.now() < late) await sleep(10)
    this.abort.abort()
    await withTimeout(this.letGo(), STOP_MS.giveBack).catch((error: unknown) =>
      this.complain(error, "webhooks under way could not be given back"),
    )
  }

  private async letGo(): Promise<void> {
    await this.recorder.finish()
    if (this.underWay.size > 0) await giveBack([...this.underWay])
  }
}
