interface Bounds {
  atOnce: number
  /** How many more may wait for their turn. */
  waiting: number
}

/** Dear work in turns: it is not to take all processors, nor memory for as many as come. */
export class Turns {
  private underWay = 0
  private readonly line: (() => void)[] = []

  constructor(private readonly bounds: Bounds) {}

  /**
   * Does the work when its turn comes.
   * @param refusal what is thrown when too many wait already; whoever asks makes it, as each bundle has error classes of its own
   */
  async take<T>(work: () => Promise<T>, refusal: () => Error): Promise<T> {
    if (this.underWay < this.bounds.atOnce) this.underWay++
    else if (this.line.length < this.bounds.waiting) await new Promise<void>((resolve) => this.line.push(resolve))
    else throw refusal()
    try {
      return await work()
    } finally {
      const next = this.line.shift()
      if (next) next()
      else this.underWay--
    }
  }
}
