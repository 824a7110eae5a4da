interface LineBounds {
  /** Maximum length of the queue. */
  waiting: number
  /** Maximum per subject in the queue; the queue's length if omitted. */
  waitingEach?: number
}

interface Bounds extends LineBounds {
  atOnce: number
  /** A queue that is served first and has its own limits. */
  ahead?: LineBounds
}

class Line {
  private readonly waiting: (() => void)[] = []
  private readonly waitingOf = new Map<string, number>()

  constructor(private readonly bounds: LineBounds) {}

  /** Settles when the work may start; null if the queue is full. */
  join(subjects: readonly string[]): Promise<void> | null {
    const most = this.bounds.waitingEach ?? Infinity
    if (
      this.waiting.length >= this.bounds.waiting ||
      subjects.some((subject) => (this.waitingOf.get(subject) ?? 0) >= most)
    )
      return null
    for (const subject of subjects) this.waitingOf.set(subject, (this.waitingOf.get(subject) ?? 0) + 1)
    return new Promise<void>((resolve) => this.waiting.push(resolve)).then(() => this.leave(subjects))
  }

  next(): (() => void) | undefined {
    return this.waiting.shift()
  }

  private leave(subjects: readonly string[]): void {
    for (const subject of subjects) {
      const left = (this.waitingOf.get(subject) ?? 1) - 1
      if (left === 0) this.waitingOf.delete(subject)
      else this.waitingOf.set(subject, left)
    }
  }
}

/** A semaphore for expensive work, so that it takes neither all processors nor unbounded memory. */
export class Turns {
  private underWay = 0
  private readonly lines: { ahead: Line; behind: Line }

  constructor(private readonly bounds: Bounds) {
    this.lines = { ahead: new Line(bounds.ahead ?? { waiting: 0 }), behind: new Line(bounds) }
  }

  /**
   * Runs the work when its turn comes.
   * @param refusal creates the error for a full queue; the caller creates it because each bundle has its own error
   * classes
   * @param subjects the subjects that the work counts for
   */
  async take<T>(
    work: () => Promise<T>,
    refusal: () => Error,
    subjects: readonly string[] = [],
    line: "ahead" | "behind" = "behind",
  ): Promise<T> {
    if (this.underWay < this.bounds.atOnce) this.underWay++
    else {
      const turn = this.lines[line].join(subjects)
      if (!turn) throw refusal()
      await turn
    }
    try {
      return await work()
    } finally {
      const next = this.lines.ahead.next() ?? this.lines.behind.next()
      if (next) next()
      else this.underWay--
    }
  }
}
