/** Bytes as they come, in one piece however small the pieces they come in: an object for each would take a hundred times their memory. */
export class Bytes {
  private held = Buffer.alloc(0)
  private filled = 0

  /** @param max how many are kept */
  constructor(private readonly max: number) {}

  get length(): number {
    return this.filled
  }

  /** Keeps what there is room for. @returns whether that was all of it */
  add(chunk: Uint8Array): boolean {
    const kept = chunk.subarray(0, this.max - this.filled)
    const filled = this.filled + kept.length
    if (filled > this.held.length) {
      const larger = Buffer.allocUnsafe(Math.max(filled, Math.min(2 * this.held.length, this.max)))
      larger.set(this.bytes)
      this.held = larger
    }
    this.held.set(kept, this.filled)
    this.filled = filled
    return kept.length === chunk.length
  }

  get bytes(): Buffer {
    return this.held.subarray(0, this.filled)
  }
}
