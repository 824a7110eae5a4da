import { setTimeout as sleep } from "node:timers/promises"
import { isDatabaseDiskFull } from "@/platform/disk/disk-space"
import { withTimeout } from "@/platform/concurrency/timeout"
import { log } from "@/platform/log/log"
import { STOP_MS } from "@/platform/shutdown/stop-times"
import { logUnavailable, toUnavailable } from "@/platform/db/unavailable"
import { type Attempt, attempt } from "@/webhooks/delivery/attempt"
import { claim, type ClaimedDelivery, releaseLeases, type ClaimLimits } from "@/webhooks/delivery/claim"
import { releaseOvertaken, applyFaults } from "@/webhooks/delivery/delivery-faults"
import { findDueEndpoints } from "@/webhooks/delivery/due-endpoints"
import { AttemptRecorder } from "@/webhooks/delivery/recorder"
import { filterByConsent } from "@/webhooks/delivery/filter-by-consent"
import { canSign } from "@/webhooks/delivery/sign"

/** Concurrent deliveries to one endpoint, over all workers. */
const MAX_PER_ENDPOINT = 20
/** Concurrent deliveries to an endpoint whose last attempt failed, over all workers. */
const MAX_PER_FAILING_ENDPOINT = 2
/** Concurrent deliveries of this process. */
const MAX_IN_PROCESS = 2_000
/** Slots of this process reserved for endpoints whose last attempt succeeded. */
const RESERVED_FOR_HEALTHY = 200
/** Unrecorded responses, in characters; beyond it no new attempt starts. */
const MAX_UNRECORDED_SIZE = 16_000_000
const MAX_ENDPOINTS_PER_CLAIM = 100
const DUE_CHECK_INTERVAL_MS = 1_000
const DATABASE_RETRY_MS = 250
/** How long a process skips an endpoint whose secret it cannot decrypt, and leaves it to other workers. */
const UNREADABLE_SECRET_PAUSE_MS = 30_000

interface Options {
  /** Replaces PostgreSQL's and the machine's clock. */
  clock?: () => Date
}

/** Sends deliveries that are due. Many can run in many processes: the database decides which one sends what. */
export class Deliverer {
  /** Endpoints to claim for: those notified of an event, and those with due deliveries. */
  private readonly notified = new Set<string>()
  private readonly due = new Set<string>()
  /** Endpoints with deliveries at the last claim, which may have more. */
  private readonly backlogged = new Set<string>()
  /** Endpoints whose secret this process cannot decrypt, and when to try again, in ms. */
  private readonly unreadableUntil = new Map<string, number>()
  private readonly inFlight = new Set<ClaimedDelivery>()
  /** Concurrent deliveries by endpoint. */
  private readonly inFlightPerEndpoint = new Map<string, number>()
  private readonly recorder: AttemptRecorder
  private readonly abort = new AbortController()
  private readonly clock: () => Date | null
  private claiming = false
  private stopping = false
  private dueCheckTimer: NodeJS.Timeout | undefined

  constructor({ clock }: Options = {}) {
    this.clock = clock ?? (() => null)
    this.recorder = new AttemptRecorder(this.clock, (attempts) => this.onRecorded(attempts))
    if (!clock) this.scheduleDueCheck()
  }

  /** Sends what is due to these endpoints. Returns immediately. */
  notify(endpoints: readonly string[]): void {
    for (const endpoint of endpoints) this.enqueue(endpoint, this.notified)
    void this.claimQueued()
  }

  private enqueue(endpoint: string, queue: Set<string>): void {
    if ((this.unreadableUntil.get(endpoint) ?? 0) > this.now()) return
    this.unreadableUntil.delete(endpoint)
    queue.add(endpoint)
  }

  private get queuedCount(): number {
    return this.notified.size + this.due.size
  }

  private now(): number {
    return this.clock()?.getTime() ?? Date.now()
  }

  /** Finds due deliveries without a notification: retries, and those of crashed workers. */
  async checkDue(): Promise<void> {
    for (const endpoint of await findDueEndpoints(this.limits(), this.clock())) this.enqueue(endpoint, this.due)
    void this.claimQueued()
  }

  private scheduleDueCheck(): void {
    this.dueCheckTimer = setTimeout(
      () => {
        this.checkDue()
          .catch((error: unknown) => this.logError(error, "webhooks that are due could not be looked for"))
          .finally(() => {
            if (!this.stopping) this.scheduleDueCheck()
          })
      },
      DUE_CHECK_INTERVAL_MS * (0.75 + Math.random() / 2),
    )
  }

  /**
   * Returns the limits for the next claim. Beyond half of the process's slots, the rest are for endpoints with few
   * deliveries in progress, and the last ones for endpoints that do not fail.
   */
  private limits(): ClaimLimits {
    const halfFull = this.inFlight.size >= MAX_IN_PROCESS / 2
    const full = this.inFlight.size >= MAX_IN_PROCESS - RESERVED_FOR_HEALTHY
    return {
      perEndpoint: halfFull ? MAX_PER_FAILING_ENDPOINT : MAX_PER_ENDPOINT,
      perFailingEndpoint: full ? 0 : MAX_PER_FAILING_ENDPOINT,
      // On a full disk no new attempt starts, because its result could not be written.
      capacity:
        this.recorder.size > MAX_UNRECORDED_SIZE || isDatabaseDiskFull()
          ? 0
          : (full ? MAX_IN_PROCESS : halfFull ? MAX_IN_PROCESS - RESERVED_FOR_HEALTHY : MAX_IN_PROCESS / 2) -
            this.inFlight.size,
    }
  }

  private async claimQueued(): Promise<void> {
    if (this.claiming) return
    this.claiming = true
    try {
      // Batches notifications that arrive together.
      await new Promise((resolve) => setImmediate(resolve))
      while (this.queuedCount > 0 && !this.stopping) {
        const limits = this.limits()
        if (limits.capacity <= 0) return
        const endpoints = this.dequeueEndpoints()
        if (endpoints.length === 0) return
        try {
          const claimed = await claim(endpoints, limits, this.clock())
          await this.send(endpoints, claimed)
          // The capacity may have been used up before the last endpoint had its turn.
          if (claimed.length >= limits.capacity) this.notify(endpoints)
        } catch (error) {
          this.logError(error, "webhooks could not be claimed")
          for (const endpoint of endpoints) this.notified.add(endpoint)
          await sleep(DATABASE_RETRY_MS)
        }
      }
    } finally {
      this.claiming = false
    }
  }

  /** Starts the deliveries that were claimed for these endpoints, and releases those that cannot be signed. */
  private async send(endpoints: readonly string[], claimed: ClaimedDelivery[]): Promise<void> {
    const sendable = await filterByConsent(await applyFaults(claimed))
    // An endpoint with deliveries in progress stays backlogged: what waits for their slots is claimed when they end.
    for (const endpoint of endpoints) if (!this.inFlightPerEndpoint.has(endpoint)) this.backlogged.delete(endpoint)
    const readable = new Set([...new Set(sendable.map(({ endpoint }) => endpoint))].filter(canSign))
    const signable = sendable.filter(({ endpoint }) => readable.has(endpoint))
    // All are counted before the first is sent.
    for (const delivery of signable) this.addInFlight(delivery)
    for (const delivery of signable) void this.deliver(delivery)
    if (signable.length < sendable.length)
      await this.releaseUnsignable(sendable.filter((delivery) => !this.inFlight.has(delivery)))
  }

  /**
   * Takes endpoints from both sets by halves, so that new events do not wait behind a long queue of retries, nor the
   * reverse. Endpoints that are at their limit because of this process are skipped until some of their deliveries end.
   */
  private dequeueEndpoints(): string[] {
    const endpoints = new Set<string>()
    const takeFrom = (queue: Set<string>, limit: number): void => {
      for (const endpoint of queue) {
        if (endpoints.size >= limit) break
        queue.delete(endpoint)
        if ((this.inFlightPerEndpoint.get(endpoint) ?? 0) < MAX_PER_ENDPOINT) endpoints.add(endpoint)
      }
    }
    takeFrom(this.notified, MAX_ENDPOINTS_PER_CLAIM / 2)
    takeFrom(this.due, MAX_ENDPOINTS_PER_CLAIM)
    takeFrom(this.notified, MAX_ENDPOINTS_PER_CLAIM)
    return [...endpoints]
  }

  /**
   * Releases deliveries that cannot be signed. An undecryptable secret is the installation's fault, so it costs neither
   * an attempt nor the endpoint's health.
   */
  private async releaseUnsignable(deliveries: ClaimedDelivery[]): Promise<void> {
    const endpoints = [...new Set(deliveries.map(({ endpointId }) => endpointId))]
    for (const endpoint of endpoints) this.unreadableUntil.set(endpoint, this.now() + UNREADABLE_SECRET_PAUSE_MS)
    log.error(
      { endpoints, deliveries: deliveries.length },
      "the secrets of webhook endpoints cannot be read, so nothing is sent to them: has this process the installation's HAAT_SECRET?",
    )
    await releaseLeases(deliveries).catch((error: unknown) =>
      this.logError(error, "webhooks that could not be signed were not released, and wait for the end of their lease"),
    )
  }

  private async deliver(delivery: ClaimedDelivery): Promise<void> {
    const now = this.clock()
    const attempted = await attempt(delivery, { signal: this.abort.signal, ...(now && { now }) })
    if (attempted.result.error !== "stopped") this.recorder.add(attempted)
  }

  private addInFlight(delivery: ClaimedDelivery): void {
    const { endpointId } = delivery
    this.backlogged.add(endpointId)
    this.inFlight.add(delivery)
    this.inFlightPerEndpoint.set(endpointId, (this.inFlightPerEndpoint.get(endpointId) ?? 0) + 1)
  }

  private onRecorded(attempts: Attempt[]): void {
    for (const { delivery } of attempts) {
      this.inFlight.delete(delivery)
      const { endpointId } = delivery
      const remaining = (this.inFlightPerEndpoint.get(endpointId) ?? 1) - 1
      if (remaining === 0) this.inFlightPerEndpoint.delete(endpointId)
      else this.inFlightPerEndpoint.set(endpointId, remaining)
      // Not for each delivery that ends: a claim of ten takes as long as a claim of one.
      if (remaining <= MAX_PER_ENDPOINT / 2 && this.backlogged.has(endpointId)) this.enqueue(endpointId, this.notified)
    }
    void this.claimQueued()
    releaseOvertaken(attempts).then(
      (endpoints) => endpoints.length > 0 && this.notify(endpoints),
      (error: unknown) =>
        this.logError(error, "webhooks that a sandbox holds were not released, and wait for their time"),
    )
  }

  private logError(error: unknown, message: string): void {
    if (toUnavailable(error)) logUnavailable(`webhooks: ${message}`, error)
    else log.error({ err: error }, message)
  }

  /** Settles when nothing is in progress or queued. For tests with a clock. */
  async idle(): Promise<void> {
    while (this.claiming || this.queuedCount > 0 || this.inFlight.size > 0) await sleep(5)
  }

  /**
   * Claims nothing more, waits up to 5 s for deliveries in progress, and releases the rest to other workers, which
   * otherwise wait until the leases end.
   */
  async stop(): Promise<void> {
    this.stopping = true
    clearTimeout(this.dueCheckTimer)
    const deadline = Date.now() + STOP_MS.deliveries
    while ((this.inFlight.size > 0 || this.claiming) && Date.now() < deadline) await sleep(10)
    this.abort.abort()
    await withTimeout(this.drain(), STOP_MS.releaseLeases).catch((error: unknown) =>
      this.logError(error, "webhooks under way could not be released"),
    )
  }

  private async drain(): Promise<void> {
    await this.recorder.drain()
    if (this.inFlight.size > 0) await releaseLeases([...this.inFlight])
  }
}
