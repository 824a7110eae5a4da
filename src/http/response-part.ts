/** A part as a Buffer of the same memory. */
export function toBuffer(part: string | Uint8Array): Buffer {
  return typeof part === "string" ? Buffer.from(part) : Buffer.from(part.buffer, part.byteOffset, part.byteLength)
}

/** Whether an argument of `write` or `end` is a part of the body. */
export function isPart(value: unknown): value is string | Uint8Array {
  return typeof value === "string" || value instanceof Uint8Array
}
