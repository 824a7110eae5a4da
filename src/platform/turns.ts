import { Problem } from "@/domain/problem"

interface Bounds {
  atOnce: number
  /** How many more may wait for their turn. */
  waiting: number
  /** What one more is told to wait. */
  retrySeconds: number
}

/** Dear work in turns: it is not to take all processors, nor memory for as many as come. */
export class Turns {
  private underWay = 0
  private readonly line: (() => void)[] = []

  constructor(private readonly bounds: Bounds) {}

  /** @throws Problem unavailable, when too many wait already */
  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.underWay < this.bounds.atOnce) this.underWay++
    else if (this.line.length < this.bounds.waiting) await new Promise<void>((resolve) => this.line.push(resolve))
    else throw new Problem("unavailable", { retryAfter: this.bounds.retrySeconds })
    try {
      return await work()
    } finally {
      const next = this.line.shift()
      if (next) next()
      else this.underWay--
    }
  }
}
