import type { Writable } from "node:stream"
import type { BearerCaller } from "@/domain/caller"
import { publicId } from "@/domain/public-id"
import { serializePayload, type StoredEvent } from "@/webhooks/delivery/payload"
import { type EventSelection, ownersOf } from "@/webhooks/stream/read-events"
import type { StreamLease } from "@/webhooks/stream/connection-lease"

/** Bytes that may wait to be sent to a reader; beyond that, no more events are read for it. */
const MAX_UNSENT = 256 * 1024
/** A reader that takes nothing for so long is disconnected. */
const STALLED_MS = 60_000
const HEARTBEAT_MS = 15_000
/** Milliseconds that a client is to wait before it connects again. */
const RETRY_MS = 2_000

export interface StreamStart {
  caller: BearerCaller
  lease: StreamLease
  /** Reads the credential again; null if it is refused now. */
  reauthenticate: () => Promise<BearerCaller | null>
  /** As in EventSelection. */
  after: string
  from: string | null
  type: string | null
  /** The Last-Event-ID of a client that loses its connection before the first event; null if it gets none. */
  startId: string | null
}

/** One client's stream of server-sent events (HTML Standard, section 9.2). */
export class EventStream {
  private sentAt = Date.now()
  private stalledSince: number | null = null
  private after: string
  caller: BearerCaller
  checkedAt = Date.now()
  /** The last position that was assigned when the stream had sent everything; null while it has not. */
  upToDateWith: string | null = null

  constructor(
    private readonly sink: Writable,
    private readonly start: StreamStart,
    onDrain: () => void,
    onClose: () => void,
  ) {
    this.caller = start.caller
    this.after = start.after
    sink.on("drain", onDrain)
    sink.once("close", onClose)
    sink.on("error", () => sink.destroy())
    this.write(`retry: ${RETRY_MS}\n${start.startId === null ? "" : `id: ${start.startId}\n`}\n`)
  }

  get lease(): StreamLease {
    return this.start.lease
  }

  get selection(): EventSelection {
    return { ...ownersOf(this.caller), after: this.after, from: this.start.from, type: this.start.type }
  }

  get writable(): boolean {
    return !this.sink.destroyed && !this.sink.writableEnded && this.sink.writableLength < MAX_UNSENT
  }

  /** Whether the credential is still accepted. */
  async recheck(requires: (caller: BearerCaller) => boolean): Promise<boolean> {
    this.checkedAt = Date.now()
    const caller = await this.start.reauthenticate()
    if (!caller || !requires(caller)) return false
    this.caller = caller
    return true
  }

  /**
   * Sends an event, unless too much waits to be sent already. A position without an event is passed over.
   * @returns whether it was sent or passed over
   */
  send(position: string, event: StoredEvent | null): boolean {
    if (!this.writable) return false
    if (event)
      this.write(
        `id: ${publicId("event", event.id)}\ndata: ${serializePayload(event).replace(/\r\n|\r|\n/g, "\ndata: ")}\n\n`,
      )
    this.after = position
    return true
  }

  /** Sends a heartbeat if it is due, and disconnects a reader that takes nothing. */
  keepAlive(now: number): void {
    if (!this.sink.writableNeedDrain) this.stalledSince = null
    else if (now - (this.stalledSince ??= now) > STALLED_MS) this.sink.destroy()
    if (now - this.sentAt >= HEARTBEAT_MS && !this.sink.writableNeedDrain) this.write(": heartbeat\n\n")
  }

  /** Ends the stream after what waits to be sent; a client connects again. */
  end(): void {
    if (!this.sink.writableEnded && !this.sink.destroyed) this.sink.end()
  }

  private write(text: string): void {
    if (this.sink.destroyed || this.sink.writableEnded) return
    this.sentAt = Date.now()
    this.sink.write(text)
  }
}
