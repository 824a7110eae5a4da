import { FairLine } from "@/platform/concurrency/fair-line"

interface LineBounds {
  /** Maximum length of the queue. */
  waiting: number
}

interface Bounds extends LineBounds {
  atOnce: number
  /** Time after which waiting work is refused; unlimited if omitted. */
  waitingMs?: number
  /** A queue that is served first and has its own limits. */
  ahead?: LineBounds
}

/** How often the queue ahead is served in a row while others wait. */
const AHEAD_IN_A_ROW = 3

interface Waiting {
  path: readonly string[]
  start: () => void
  refuse: () => void
}

class Line {
  private readonly line = new FairLine<Waiting>()

  constructor(private readonly bounds: LineBounds & { waitingMs?: number }) {}

  get size(): number {
    return this.line.size
  }

  /**
   * Settles when the work may start. Whoever finds the queue full takes the place of the latest member of the largest
   * group, if its own group is smaller.
   */
  join(path: readonly string[], refusal: () => Error): Promise<void> {
    if (this.line.size >= this.bounds.waiting) {
      const surplus = this.line.surplus(path)
      if (!surplus) return Promise.reject(refusal())
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
          reject(refusal())
        },
      }
      const { waitingMs } = this.bounds
      const timer = waitingMs === undefined ? undefined : setTimeout(() => this.refuse(waiting), waitingMs)
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
export class Turns {
  private underWay = 0
  private aheadInARow = 0
  private readonly lines: { ahead: Line; behind: Line }

  constructor(private readonly bounds: Bounds) {
    const { waiting, waitingMs, ahead = { waiting: 0 } } = bounds
    const time = waitingMs === undefined ? {} : { waitingMs }
    this.lines = { ahead: new Line({ ...ahead, ...time }), behind: new Line({ waiting, ...time }) }
  }

  /**
   * Runs the work when its turn comes.
   * @param refusal creates the error for a full queue; the caller creates it because each bundle has its own error
   * classes
   * @param path the group that the work belongs to, and the groups within it; groups are served in turn
   */
  async take<T>(
    work: () => Promise<T>,
    refusal: () => Error,
    path: readonly string[] = [],
    line: "ahead" | "behind" = "behind",
  ): Promise<T> {
    if (this.underWay < this.bounds.atOnce) this.underWay++
    else await this.lines[line].join(path, refusal)
    try {
      return await work()
    } finally {
      this.startNext()
    }
  }

  /** Hands a finished work's place on. */
  private startNext(): void {
    const { ahead, behind } = this.lines
    const isAhead = ahead.size > 0 && (behind.size === 0 || this.aheadInARow < AHEAD_IN_A_ROW)
    this.aheadInARow = isAhead ? this.aheadInARow + 1 : 0
    const line = isAhead ? ahead : behind
    if (line.size > 0) line.startNext()
    else this.underWay--
  }
}
