/** A growable buffer. Keeping each small chunk as an object would take a hundred times the memory of its bytes. */
export class BodyBuffer {
  private buffer = Buffer.alloc(0)
  private size = 0

  /** @param max maximum number of bytes kept */
  constructor(private readonly max: number) {}

  get length(): number {
    return this.size
  }

  /** Appends what fits. @returns whether all of it did */
  add(chunk: Uint8Array): boolean {
    const accepted = chunk.subarray(0, this.max - this.size)
    const newSize = this.size + accepted.length
    if (newSize > this.buffer.length) {
      const grown = Buffer.allocUnsafe(Math.max(newSize, Math.min(2 * this.buffer.length, this.max)))
      grown.set(this.bytes)
      this.buffer = grown
    }
    this.buffer.set(accepted, this.size)
    this.size = newSize
    return accepted.length === chunk.length
  }

  get bytes(): Buffer {
    return this.buffer.subarray(0, this.size)
  }
}
