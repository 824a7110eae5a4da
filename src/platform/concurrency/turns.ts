interface LineBounds {
  /** How many more may wait for their turn. */
  waiting: number
  /** How many of those may be of one subject; as many as wait, if it is not given. */
  waitingEach?: number
}

interface Bounds extends LineBounds {
  atOnce: number
  /** The line whose turns come first, with room of its own. */
  ahead?: LineBounds
}

class Line {
  private readonly waiting: (() => void)[] = []
  private readonly waitingOf = new Map<string, number>()

  constructor(private readonly bounds: LineBounds) {}

  /** Settles when the turn comes; null when too many wait already. */
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

/** Dear work in turns: it is not to take all processors, nor memory for as many as come. */
export class Turns {
  private underWay = 0
  private readonly lines: { ahead: Line; behind: Line }

  constructor(private readonly bounds: Bounds) {
    this.lines = { ahead: new Line(bounds.ahead ?? { waiting: 0 }), behind: new Line(bounds) }
  }

  /**
   * Does the work when its turn comes.
   * @param refusal what is thrown when too many wait already; whoever asks makes it, as each bundle has error classes of its own
   * @param subjects whose work it is
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
