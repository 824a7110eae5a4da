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

/** How often the priority queue is served in a row while the other queue waits. */
const MAX_CONSECUTIVE_PRIORITY = 3

interface Waiting {
  path: readonly string[]
  start: () => void
  refuse: () => void
}

class WaitQueue {
  private readonly queue = new FairQueue<Waiting>()

  constructor(private readonly limits: QueueLimits & { queueTimeoutMs?: number }) {}

  get size(): number {
    return this.queue.size
  }

  /**
   * Settles when the work may start. Work that finds the queue full takes the place of the latest member of the largest
   * group, if its own group is smaller.
   */
  enqueue(path: readonly string[], createError: () => Error): Promise<void> {
    if (this.queue.size >= this.limits.maxQueued) {
      const surplus = this.queue.evictionCandidate(path)
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
      this.queue.add(waiting, path)
    })
  }

  startNext(): void {
    this.queue.next()?.start()
  }

  private refuse(waiting: Waiting): void {
    if (this.queue.remove(waiting, waiting.path)) waiting.refuse()
  }
}

/** A semaphore for expensive work, so that it takes neither all processors nor unbounded memory. */
export class Semaphore {
  private active = 0
  private consecutivePriority = 0
  private readonly queues: { priority: WaitQueue; normal: WaitQueue }

  constructor(private readonly limits: SemaphoreLimits) {
    const { maxQueued, queueTimeoutMs, priorityQueue = { maxQueued: 0 } } = limits
    const timeout = queueTimeoutMs === undefined ? {} : { queueTimeoutMs }
    this.queues = {
      priority: new WaitQueue({ ...priorityQueue, ...timeout }),
      normal: new WaitQueue({ maxQueued, ...timeout }),
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
    queue: "priority" | "normal" = "normal",
  ): Promise<T> {
    if (this.active < this.limits.concurrency) this.active++
    else await this.queues[queue].enqueue(path, createError)
    try {
      return await work()
    } finally {
      this.startNext()
    }
  }

  /** Passes the slot of finished work on to the next in a queue, or frees it. */
  private startNext(): void {
    const { priority, normal } = this.queues
    const isPriority = priority.size > 0 && (normal.size === 0 || this.consecutivePriority < MAX_CONSECUTIVE_PRIORITY)
    this.consecutivePriority = isPriority ? this.consecutivePriority + 1 : 0
    const queue = isPriority ? priority : normal
    if (queue.size > 0) queue.startNext()
    else this.active--
  }
}
