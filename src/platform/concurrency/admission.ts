import { FairLine } from "@/platform/concurrency/fair-line"
import { once } from "@/platform/once"

/** Concurrent requests of one process; more would only share its core and its database connections. */
const MAX_ACTIVE = 64
/** Time that a request may wait for a slot before it is refused. */
const MAX_WAIT_MS = 1_000
/** A request that takes longer waits for a lock, another host or its client and uses no CPU, so its slot is freed. */
const MAX_HOLD_MS = 1_000
const SWEEP_MS = 50
/** Time that accepting connections may take precedence, and time that requests then get. */
const ACCEPTING_MS = 150
const WORKING_MS = 50
/** Time that accepting may take in a burst, and its share of the time if the burst never ends. */
const BURST_MS = 1_000
const ACCEPTING_SHARE = 0.05

/** The slot of an active request. */
export interface Slot {
  since: number
}

interface Waiting {
  since: number
  path: readonly string[]
  resolve: (slot: Slot | null) => void
}

/**
 * Limits a process's concurrent work, so that overload costs neither throughput nor memory. Requests over the limit
 * wait, for a second at most, and are then refused. They are served in order of arrival, or their groups in turn. Refusals are delayed on purpose: clients that
 * retry immediately would otherwise keep the process busy with refusals alone.
 */
export class Admission {
  /** The oldest first. */
  private readonly active = new Set<Slot>()
  /** The oldest first. */
  private readonly waiting = new Set<Waiting>()
  private readonly line = new FairLine<Waiting>()
  private timer: NodeJS.Timeout | undefined
  private refusals = 0
  private accepting = false
  /** Whether a connection has been accepted in this turn of the event loop. */
  private accepted = false
  private acceptAgainAt = 0
  private burstLeftMs = BURST_MS
  private burstSeenAt = performance.now()

  /**
   * @param maxActive maximum number of concurrent slots
   * @param maxWaitMs time to wait for a slot before a refusal
   */
  constructor(
    private readonly maxActive = MAX_ACTIVE,
    private readonly maxWaitMs = MAX_WAIT_MS,
  ) {}

  /** Returns a slot if one is free and no request is queued; otherwise null. */
  tryEnter(): Slot | null {
    return this.waiting.size === 0 && this.hasFreeSlot() ? this.take() : null
  }

  /**
   * Waits for a slot; null if the wait timed out and the request must be refused.
   * @param path the group of the request, and the groups within it, if groups are to be served in turn
   */
  enter(path: readonly string[] = []): Promise<Slot | null> {
    return new Promise((resolve) => {
      const waiting = { since: performance.now(), path, resolve }
      this.waiting.add(waiting)
      this.line.add(waiting, path)
      this.timer ??= setInterval(() => this.sweep(), SWEEP_MS)
    })
  }

  leave(slot: Slot): void {
    this.active.delete(slot)
    if (this.waiting.size > 0) this.sweep()
  }

  get state(): { active: number; waiting: number; refused: number } {
    return { active: this.active.size, waiting: this.waiting.size, refused: this.refusals }
  }

  private take(): Slot {
    const slot = { since: performance.now() }
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
    const began = performance.now()
    if (this.accepting || began < this.acceptAgainAt) return
    this.burstLeftMs = Math.min(BURST_MS, this.burstLeftMs + (began - this.burstSeenAt) * ACCEPTING_SHARE)
    this.burstSeenAt = began
    if (this.burstLeftMs < ACCEPTING_MS) return
    this.accepting = true
    const until = began + ACCEPTING_MS
    const look = (): void => {
      if (this.accepted && performance.now() < until) {
        this.accepted = false
        setImmediate(look)
        return
      }
      this.accepting = false
      this.burstLeftMs -= performance.now() - began
      this.acceptAgainAt = performance.now() + (this.accepted ? WORKING_MS : 0)
      if (this.waiting.size > 0) this.sweep()
    }
    setImmediate(look)
  }

  private hasFreeSlot(): boolean {
    if (this.accepting) return false
    if (this.active.size < this.maxActive) return true
    const [oldest] = this.active
    if (!oldest || performance.now() - oldest.since < MAX_HOLD_MS) return false
    this.active.delete(oldest)
    return true
  }

  private sweep(): void {
    const now = performance.now()
    for (const waiting of this.waiting) {
      if (now - waiting.since < this.maxWaitMs) break
      this.refusals++
      this.line.remove(waiting, waiting.path)
      this.waiting.delete(waiting)
      waiting.resolve(null)
    }
    while (this.waiting.size > 0 && this.hasFreeSlot()) {
      const next = this.line.next()
      if (!next) break
      this.waiting.delete(next)
      next.resolve(this.take())
    }
    if (this.waiting.size > 0) return
    clearInterval(this.timer)
    this.timer = undefined
  }
}

/** Returns the process's admission queue for requests of API clients and scripts that use the database. */
export function admission(): Admission {
  return once("admission", () => new Admission())
}
