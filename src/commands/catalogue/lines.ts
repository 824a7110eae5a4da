import type { Readable } from "node:stream"

/** In bytes; a longer line is rejected unread, so that a file cannot exhaust the memory. */
export const LINE_MAX = 4 * 1024 * 1024

interface Line {
  /** Starts at 1. */
  number: number
  /** Null for a line that is too long or not UTF-8. */
  text: string | null
}

const NEWLINE = 10

/**
 * The lines of a stream, without blank ones.
 * @param arrived called with the size of each chunk in bytes
 */
export async function* linesOf(stream: Readable, arrived?: (bytes: number) => void): AsyncGenerator<Line> {
  const decoder = new TextDecoder("utf-8", { fatal: true })
  const decode = (bytes: Buffer): string | null => {
    try {
      return decoder.decode(bytes)
    } catch {
      return null
    }
  }
  let number = 0
  let started: Buffer[] = []
  let length = 0
  const finish = (end: Buffer): Line | null => {
    number++
    const tooLong = length + end.length > LINE_MAX
    const text = tooLong ? null : decode(started.length > 0 ? Buffer.concat([...started, end]) : end)
    started = []
    length = 0
    return text === null || text.trim() !== "" ? { number, text } : null
  }
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    arrived?.(chunk.length)
    let from = 0
    for (let to = chunk.indexOf(NEWLINE); to !== -1; to = chunk.indexOf(NEWLINE, from)) {
      const line = finish(chunk.subarray(from, to))
      from = to + 1
      if (line) yield line
    }
    const rest = chunk.subarray(from)
    length += rest.length
    if (length <= LINE_MAX) started.push(rest)
    else started = []
  }
  if (length > 0) {
    const line = finish(Buffer.alloc(0))
    if (line) yield line
  }
}
