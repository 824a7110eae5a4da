import type { Writable } from "node:stream"
import type { BearerCaller } from "@/domain/caller"
import { logRetriedFailure } from "@/platform/db/unavailable"
import { processSingleton } from "@/platform/process-singleton"
import { RENEW_MS, releaseLeases, renewLeases } from "@/webhooks/stream/connection-lease"
import { assignPositions } from "@/webhooks/stream/event-positions"
import { EventStream, type StreamStart } from "@/webhooks/stream/event-stream"
import { READ_MAX, readEvents } from "@/webhooks/stream/read-events"

const POLL_MS = 250
const RECHECK_MS = 2_000
/** Streams that one statement reads for. */
const STREAMS_PER_READ = 20
/** Reads for the same streams in one poll, so that the others are served in between. */
const MAX_READS_PER_POLL = 10
/** Open streams of one process. */
export const MAX_STREAMS = 1_000

function mayStream(caller: BearerCaller): boolean {
  return caller.scopes.has(caller.kind === "client" ? "app.events.read" : "webhooks.manage")
}

/**
 * All streams of a process. They share one loop, so that a database connection is used for some milliseconds four times
 * a second, however many streams are open. Without streams it does nothing.
 */
class EventHub {
  private readonly streams = new Set<EventStream>()
  private timer: NodeJS.Timeout | undefined
  private running = false
  private pollRequested = false
  private renewedAt = Date.now()
  stopping = false

  get size(): number {
    return this.streams.size
  }

  open(sink: Writable, start: StreamStart): void {
    const stream = new EventStream(
      sink,
      start,
      () => this.requestPoll(),
      () => {
        if (this.streams.delete(stream)) this.release([stream])
      },
    )
    this.streams.add(stream)
    if (this.stopping) this.stop()
    else this.requestPoll()
  }

  /** Ends all streams; their clients connect to another process. */
  stop(): void {
    this.stopping = true
    clearTimeout(this.timer)
    const ended = [...this.streams]
    this.streams.clear()
    for (const stream of ended) stream.end()
    this.release(ended)
  }

  private release(streams: readonly EventStream[]): void {
    releaseLeases(streams.map(({ lease }) => lease)).catch((error: unknown) => logRetriedFailure("event stream", error))
  }

  private requestPoll(): void {
    this.pollRequested = true
    if (!this.running && !this.stopping) void this.loop()
  }

  private async loop(): Promise<void> {
    this.running = true
    clearTimeout(this.timer)
    while (this.pollRequested && !this.stopping) {
      this.pollRequested = false
      await this.poll().catch((error: unknown) => logRetriedFailure("event stream", error))
    }
    this.running = false
    if (this.streams.size > 0 && !this.stopping) this.timer = setTimeout(() => this.requestPoll(), POLL_MS)
  }

  /** Checks all streams, and sends each the events that it does not have yet. */
  private async poll(): Promise<void> {
    const now = Date.now()
    for (const stream of this.streams) stream.keepAlive(now)
    await this.recheck(now)
    if (now - this.renewedAt >= RENEW_MS) {
      this.renewedAt = now
      await renewLeases([...this.streams].map(({ lease }) => lease))
    }
    const last = await assignPositions()
    let behind = [...this.streams].filter(({ writable, upToDateWith }) => writable && upToDateWith !== last)
    for (let read = 0; behind.length > 0 && read < MAX_READS_PER_POLL && !this.stopping; read++) {
      const next: EventStream[] = []
      for (let start = 0; start < behind.length; start += STREAMS_PER_READ)
        next.push(...(await this.advance(behind.slice(start, start + STREAMS_PER_READ), last)))
      behind = next
    }
    if (behind.length > 0) this.pollRequested = true
  }

  /** Sends the next events of each stream. @returns those that may have more, and can take it */
  private async advance(streams: EventStream[], last: string): Promise<EventStream[]> {
    const events = await readEvents(streams.map(({ selection }) => selection))
    return streams.filter((stream, index) => {
      const own = events.filter((each) => each.stream === index)
      const sent = own.every(({ position, event }) => stream.send(position, event))
      if (sent && own.length < READ_MAX) stream.upToDateWith = last
      return sent && own.length === READ_MAX && stream.writable
    })
  }

  /** Ends the streams whose credential is refused now. While the database does not respond, they continue. */
  private async recheck(now: number): Promise<void> {
    const due = [...this.streams].filter(({ checkedAt }) => now - checkedAt >= RECHECK_MS)
    await Promise.all(
      due.map((stream) =>
        stream.recheck(mayStream).then(
          (accepted) => {
            if (!accepted) stream.end()
          },
          (error: unknown) => logRetriedFailure("event stream", error),
        ),
      ),
    )
  }
}

/** The process's streams. */
export function eventHub(): EventHub {
  return processSingleton("event-hub", () => {
    const hub = new EventHub()
    // A stopping process waits for open responses, and these would never end.
    for (const signal of ["SIGTERM", "SIGINT", "disconnect"] as const) process.once(signal, () => hub.stop())
    return hub
  })
}
