import { once } from "@/platform/once"

/** Requests of one process in work at the same time: more of them would only share its core and its connections to the database. */
const MAX_ACTIVE = 64
/** How long a request may wait for a slot before it is refused. */
const MAX_WAIT_MS = 1_000
/** A request that takes longer than this waits for a lock, another host or its client, not for this process: its slot is given to another. */
const MAX_HOLD_MS = 1_000
const SWEEP_MS = 50
/** For how long connections may go first, and how long the requests then do before the next ones. */
const ACCEPTING_MS = 150
const WORKING_MS = 50
/** For how long they may in a burst, and which part of the time if they never end. */
const BURST_MS = 1_000
const ACCEPTING_SHARE = 0.05

/** What a request holds while it is in work. */
export interface Slot {
  since: number
}

interface Waiting {
  since: number
  resolve: (slot: Slot | null) => void
}

/**
 * Bounds the work of a process before it begins, so that overload costs neither goodput nor memory: of more requests than it can work on, each waits
 * for a second at most, in the order of arrival, and is then refused. Refusals come no faster than that, or clients that try again at once would
 * keep the process busy with nothing else.
 */
export class Admission {
  /** Oldest first. */
  private readonly active = new Set<Slot>()
  private readonly queue: Waiting[] = []
  private timer: NodeJS.Timeout | undefined
  private refusals = 0
  private accepting = false
  /** Whether a connection has been accepted in this turn of the event loop. */
  private accepted = false
  private acceptAgainAt = 0
  private burstLeftMs = BURST_MS
  private burstSeenAt = performance.now()

  /**
   * @param maxActive what may be in work at the same time
   * @param maxWaitMs how long something may wait for a slot before it is refused
   */
  constructor(
    private readonly maxActive = MAX_ACTIVE,
    private readonly maxWaitMs = MAX_WAIT_MS,
  ) {}

  /** A slot, if one is free and nobody waits for it. */
  tryEnter(): Slot | null {
    return this.queue.length === 0 && this.hasFreeSlot() ? this.take() : null
  }

  /** A slot, or null for a request that has waited in vain and is to be refused. */
  enter(): Promise<Slot | null> {
    return new Promise((resolve) => {
      this.queue.push({ since: performance.now(), resolve })
      this.timer ??= setInterval(() => this.sweep(), SWEEP_MS)
    })
  }

  leave(slot: Slot): void {
    this.active.delete(slot)
    if (this.queue.length > 0) this.sweep()
  }

  get state(): { active: number; waiting: number; refused: number } {
    return { active: this.active.size, waiting: this.queue.length, refused: this.refusals }
  }

  private take(): Slot {
    const slot = { since: performance.now() }
    this.active.add(slot)
    return slot
  }

  /**
   * For each connection that is accepted: no request begins until there are no more. libuv accepts one in each turn of the event loop, so that behind
   * thousands which come at once nobody would get through for half a minute, unless the turns are short. Those that go on coming share the time with
   * the requests, or whoever opens and closes connections could stop these.
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
      if (this.queue.length > 0) this.sweep()
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
    for (let next = this.queue[0]; next; next = this.queue[0]) {
      if (now - next.since >= this.maxWaitMs) {
        this.refusals++
        next.resolve(null)
      } else if (this.hasFreeSlot()) next.resolve(this.take())
      else return
      this.queue.shift()
    }
    clearInterval(this.timer)
    this.timer = undefined
  }
}

/** The one of the process, for whatever asks the database on behalf of a program. */
export function admission(): Admission {
  return once("admission", () => new Admission())
}
