import { FairQueue } from "@/platform/concurrency/fair-queue"

interface QueueLimits {
  /** Maximum length of the queue. */
  maxQueued: number
}

interface SemaphoreLimits extends QueueLimits {
  concurrency: number
  /** Time after which waiting work is refused; unlimited if omitted. */
  queueTimeoutMs?: number
  /** A queue that is served first and has its own limits. */
  priorityQueue?: QueueLimits
}

/** How often the queue ahead is served in a row while others wait. */
const MAX_CONSECUTIVE_PRIORITY = 3

interface Waiting {
  path: readonly string[]
  start: () => void
  refuse: () => void
}

class WaitQueue {
  private readonly line = new FairQueue<Waiting>()

  constructor(private readonly limits: QueueLimits & { queueTimeoutMs?: number }) {}

  get size(): number {
    return this.line.size
  }

  /**
   * Settles when the work may start. Work that finds the queue full takes the place of the latest member of the largest
   * group, if its own group is smaller.
   */
  enqueue(path: readonly string[], createError: () => Error): Promise<void> {
    if (this.line.size >= this.limits.maxQueued) {
      const surplus = this.line.evictionCandidate(path)
      if (!surplus) return Promise.reject(createError())
      this.refuse(surplus)
    }
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        path,
        start: () => {
          clearTimeout(timer)
          resolve()
        },
        refuse: () => {
          clearTimeout(timer)
          reject(createError())
        },
      }
      const { queueTimeoutMs } = this.limits
      const timer = queueTimeoutMs === undefined ? undefined : setTimeout(() => this.refuse(waiting), queueTimeoutMs)
      this.line.add(waiting, path)
    })
  }

  startNext(): void {
    this.line.next()?.start()
  }

  private refuse(waiting: Waiting): void {
    if (this.line.remove(waiting, waiting.path)) waiting.refuse()
  }
}

/** A semaphore for expensive work, so that it takes neither all processors nor unbounded memory. */
export class Semaphore {
  private active = 0
  private consecutivePriority = 0
  private readonly queues: { ahead: WaitQueue; behind: WaitQueue }

  constructor(private readonly limits: SemaphoreLimits) {
    const { maxQueued: waiting, queueTimeoutMs, priorityQueue: ahead = { maxQueued: 0 } } = limits
    const time = queueTimeoutMs === undefined ? {} : { queueTimeoutMs }
    this.queues = {
      ahead: new WaitQueue({ ...ahead, ...time }),
      behind: new WaitQueue({ maxQueued: waiting, ...time }),
    }
  }

  /**
   * Runs the work when its turn comes.
   * @param createError creates the error for a full queue; the caller creates it because each bundle has its own error
   * classes
   * @param path the group that the work belongs to, and the groups within it; groups are served in turn
   */
  async run<T>(
    work: () => Promise<T>,
    createError: () => Error,
    path: readonly string[] = [],
    queue: "ahead" | "behind" = "behind",
  ): Promise<T> {
    if (this.active < this.limits.concurrency) this.active++
    else await this.queues[queue].enqueue(path, createError)
    try {
      return await work()
    } finally {
      this.startNext()
    }
  }

  /** Hands a finished work's place on. */
  private startNext(): void {
    const { ahead, behind } = this.queues
    const isAhead = ahead.size > 0 && (behind.size === 0 || this.consecutivePriority < MAX_CONSECUTIVE_PRIORITY)
    this.consecutivePriority = isAhead ? this.consecutivePriority + 1 : 0
    const queue = isAhead ? ahead : behind
    if (queue.size > 0) queue.startNext()
    else this.active--
  }
}
