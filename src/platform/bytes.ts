/** A growable buffer. Keeping each small chunk as an object would take a hundred times the memory of its bytes. */
export class Bytes {
  private held = Buffer.alloc(0)
  private filled = 0

  /** @param max maximum number of bytes kept */
  constructor(private readonly max: number) {}

  get length(): number {
    return this.filled
  }

  /** Appends what fits. @returns whether all of it did */
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
