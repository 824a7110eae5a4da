import { FairQueue } from "@/platform/concurrency/fair-queue"
import { processSingleton } from "@/platform/process-singleton"

/** Concurrent requests of one process; more would only share its core and its database connections. */
const MAX_ACTIVE = 64
/** Time that a request may wait for a slot before it is refused. */
const MAX_WAIT_MS = 1_000
const QUEUE_CHECK_MS = 50
/** Time that accepting connections may take precedence, and time that requests then get. */
const ACCEPT_BURST_MS = 150
const MIN_WORK_MS = 50
/**
 * A request that takes longer waits for a lock, another host or its client and uses no CPU, so its slot is freed:
 * before the requests that came with it have waited too long, although a burst of connections delayed both.
 */
const MAX_SLOT_MS = MAX_WAIT_MS - ACCEPT_BURST_MS
/** Time that accepting may take in a burst, and its share of the time if the burst never ends. */
const BURST_BUDGET_MS = 1_000
const ACCEPTING_SHARE = 0.05

/** The slot of an active request. */
export interface Slot {
  startedAt: number
}

interface QueuedRequest {
  queuedAt: number
  path: readonly string[]
  resolve: (slot: Slot | null) => void
}

/**
 * Limits a process's concurrent work, so that overload costs neither throughput nor memory. Requests over the limit
 * wait, for a second at most, and are then refused. They are served in order of arrival, or their groups in turn.
 * Refusals are delayed on purpose: clients that retry immediately would otherwise keep the process busy with refusals
 * alone.
 */
export class Admission {
  /** The oldest first. */
  private readonly active = new Set<Slot>()
  /** The oldest first. */
  private readonly waiting = new Set<QueuedRequest>()
  private readonly queue = new FairQueue<QueuedRequest>()
  private timer: NodeJS.Timeout | undefined
  private rejectedCount = 0
  private accepting = false
  /** Whether a connection has been accepted in this turn of the event loop. */
  private accepted = false
  private nextBurstAt = 0
  private burstBudgetMs = BURST_BUDGET_MS
  private burstUpdatedAt = performance.now()

  /**
   * @param maxActive maximum number of concurrent slots
   * @param maxWaitMs time to wait for a slot before a refusal
   */
  constructor(
    private readonly maxActive = MAX_ACTIVE,
    private readonly maxWaitMs = MAX_WAIT_MS,
  ) {}

  /** Returns a slot if one is free and no request is queued; otherwise null. */
  tryAcquire(): Slot | null {
    return this.waiting.size === 0 && this.hasFreeSlot() ? this.acquireSlot() : null
  }

  /**
   * Waits for a slot; null if the wait timed out and the request must be refused.
   * @param path the group of the request, and the groups within it, if groups are to be served in turn
   */
  acquire(path: readonly string[] = []): Promise<Slot | null> {
    return new Promise((resolve) => {
      const waiting = { queuedAt: performance.now(), path, resolve }
      this.waiting.add(waiting)
      this.queue.add(waiting, path)
      this.timer ??= setInterval(() => this.drainQueue(), QUEUE_CHECK_MS)
    })
  }

  release(slot: Slot): void {
    this.active.delete(slot)
    if (this.waiting.size > 0) this.drainQueue()
  }

  get state(): { active: number; waiting: number; rejected: number } {
    return { active: this.active.size, waiting: this.waiting.size, rejected: this.rejectedCount }
  }

  private acquireSlot(): Slot {
    const slot = { startedAt: performance.now() }
    this.active.add(slot)
    return slot
  }

  /**
   * Call it for each accepted connection: no request starts while more are arriving. libuv accepts one connection per
   * turn of the event loop, so behind a burst of thousands requests would wait for half a minute unless the turns are
   * short. An endless burst shares the time with requests; otherwise clients that open and close connections could
   * block them.
   */
  connectionAccepted(): void {
    this.accepted = true
    const startedAt = performance.now()
    if (this.accepting || startedAt < this.nextBurstAt) return
    this.burstBudgetMs = Math.min(
      BURST_BUDGET_MS,
      this.burstBudgetMs + (startedAt - this.burstUpdatedAt) * ACCEPTING_SHARE,
    )
    this.burstUpdatedAt = startedAt
    if (this.burstBudgetMs < ACCEPT_BURST_MS) return
    this.accepting = true
    const deadline = startedAt + ACCEPT_BURST_MS
    const checkBacklog = (): void => {
      if (this.accepted && performance.now() < deadline) {
        this.accepted = false
        setImmediate(checkBacklog)
        return
      }
      this.accepting = false
      this.burstBudgetMs -= performance.now() - startedAt
      this.nextBurstAt = performance.now() + (this.accepted ? MIN_WORK_MS : 0)
      if (this.waiting.size > 0) this.drainQueue()
    }
    setImmediate(checkBacklog)
  }

  private hasFreeSlot(): boolean {
    if (this.accepting) return false
    if (this.active.size < this.maxActive) return true
    const [oldest] = this.active
    if (!oldest || performance.now() - oldest.startedAt < MAX_SLOT_MS) return false
    this.active.delete(oldest)
    return true
  }

  private drainQueue(): void {
    // First: requests that wait as long as the active ones work must not be refused just before those free their slots.
    while (this.waiting.size > 0 && this.hasFreeSlot()) {
      const next = this.queue.next()
      if (!next) break
      this.waiting.delete(next)
      next.resolve(this.acquireSlot())
    }
    const now = performance.now()
    for (const waiting of this.waiting) {
      if (now - waiting.queuedAt < this.maxWaitMs) break
      this.rejectedCount++
      this.queue.remove(waiting, waiting.path)
      this.waiting.delete(waiting)
      waiting.resolve(null)
    }
    if (this.waiting.size > 0) return
    clearInterval(this.timer)
    this.timer = undefined
  }
}

/** Returns the process's admission queue for requests of API clients and scripts that use the database. */
export function admission(): Admission {
  return processSingleton("admission", () => new Admission())
}
