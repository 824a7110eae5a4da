import { HaatApiError, HaatConnectionError } from "./errors"
import type { WebhookPayload } from "./schemas"
import type { RequestOptions, Transport } from "./transport"

export interface StreamOptions extends Pick<RequestOptions, "signal" | "headers"> {
  /** The id of the last event that you have handled: the stream goes on after it. */
  lastEventId?: string
  /** Without lastEventId: begin with the events from this moment on (ISO 8601). */
  since?: string
  /** Only events of this type. */
  type?: string
}

export interface StreamedEvent {
  /** Store it once the event is handled, and begin with it next time. */
  id: string
  event: WebhookPayload
}

/** Twice the heartbeat, and a little more. */
const SILENCE_MS = 35_000
const RETRY_MS = 2_000

/**
 * Reads the stream of events, and connects again after each cut, so that every event comes once. It ends with the signal,
 * or with the error of a request that cannot succeed, such as a revoked credential.
 */
export async function* readEventStream(
  transport: Transport,
  { lastEventId, since, type, signal, headers }: StreamOptions,
): AsyncGenerator<StreamedEvent, void, undefined> {
  let last = lastEventId
  for (;;) {
    signal?.throwIfAborted()
    try {
      const response = await transport.open(
        { method: "GET", path: "/events/stream", query: { type, since: last === undefined ? since : undefined } },
        {
          ...(signal && { signal }),
          headers: { ...headers, accept: "text/event-stream", ...(last !== undefined && { "last-event-id": last }) },
        },
      )
      for await (const { id, data } of parseEvents(response)) {
        last = id ?? last
        if (data !== "" && last !== undefined) yield { id: last, event: JSON.parse(data) as WebhookPayload }
      }
    } catch (error) {
      signal?.throwIfAborted()
      const passing = error instanceof HaatConnectionError || (error instanceof HaatApiError && isPassing(error.status))
      if (!passing) throw error
    }
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

function isPassing(status: number): boolean {
  return status === 429 || status >= 500
}

/** The blocks of a stream of server-sent events (HTML Standard, section 9.2). */
async function* parseEvents(response: Response): AsyncGenerator<{ id: string | undefined; data: string }> {
  const reader = response.body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  let text = ""
  try {
    for (;;) {
      const { done, value } = await withSilenceLimit(reader.read())
      if (done) return
      text += decoder.decode(value, { stream: true })
      const blocks = text.split("\n\n")
      text = blocks.pop() ?? ""
      for (const block of blocks) {
        const fields = block.split("\n")
        const valuesOf = (name: string): string[] =>
          fields.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2))
        yield { id: valuesOf("id").at(-1), data: valuesOf("data").join("\n") }
      }
    }
  } catch (error) {
    throw new HaatConnectionError("The stream of events was cut.", { cause: error })
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}

/** A connection without heartbeats is dead, although nothing says so. */
async function withSilenceLimit<Result>(reading: Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("no heartbeat")), SILENCE_MS)
  })
  try {
    return await Promise.race([reading, silence])
  } finally {
    clearTimeout(timer)
  }
}
