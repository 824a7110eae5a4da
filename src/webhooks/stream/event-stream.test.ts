import { PassThrough, Writable } from "node:stream"
import { v7 as uuidv7 } from "uuid"
import { expect, test } from "vitest"
import type { BearerCaller } from "@/domain/caller"
import type { StoredEvent } from "@/webhooks/delivery/payload"
import { EventStream } from "@/webhooks/stream/event-stream"

const keyId = uuidv7()
const caller: BearerCaller = {
  kind: "api_key",
  keyId,
  apiVersion: null,
  rateLimit: 300,
  allowedIps: [],
  accountId: uuidv7(),
  scopes: new Set(["webhooks.manage"] as const),
  livemode: true,
  storeId: null,
}
function open(sink: Writable): EventStream {
  return new EventStream(
    sink,
    {
      caller,
      lease: { id: uuidv7(), credentialId: keyId },
      reauthenticate: () => Promise.resolve(caller),
      after: "0",
      from: null,
      type: null,
      startId: null,
    },
    () => undefined,
    () => undefined,
  )
}
function event(data: string): StoredEvent {
  return {
    id: uuidv7(),
    type: "order.created",
    apiVersion: "2026-05-01",
    livemode: true,
    occurredAt: null,
    data,
  }
}
/** A connection whose other end reads nothing. */
function unread(): Writable {
  return new Writable({ write: () => undefined })
}

test("at most 256 KiB and one event wait for a reader that reads nothing, and the stream resumes where it stopped", () => {
  const [sink, large] = [unread(), event(JSON.stringify({ filler: "x".repeat(20_000) }))]
  const stream = open(sink)
  let sent = 0
  while (sent < 100 && stream.send(String(sent + 1), large)) sent++
  expect(sink.writableLength).toBeLessThan(256 * 1024 + 21_000)
  expect([stream.writable, stream.selection.after]).toEqual([false, String(sent)])
})

test("a reader that takes nothing for a minute is disconnected, one that takes something is not", () => {
  const taken: (() => void)[] = []
  const [stalled, slow] = [unread(), new Writable({ write: (_chunk, _encoding, done) => void taken.push(done) })]
  const large = event(JSON.stringify({ filler: "x".repeat(20_000) }))
  const streams = [stalled, slow].map(open)
  const now = Date.now()
  for (const stream of streams) {
    stream.send("1", large)
    stream.keepAlive(now)
    stream.keepAlive(now + 59_000)
  }
  expect([stalled.destroyed, slow.destroyed]).toEqual([false, false])
  // It takes all that waits.
  while (taken.length > 0) taken.shift()?.()
  for (const stream of streams) {
    stream.keepAlive(now + 60_500)
    stream.keepAlive(now + 61_500)
  }
  expect([stalled.destroyed, slow.destroyed]).toEqual([true, false])
})

test("data of several lines is one event", () => {
  const sink = new PassThrough()
  const stored = event('{\n  "id": "ord_1",\r\n  "version": 1\r}')
  open(sink).send("1", stored)
  const blocks = String(sink.read()).split("\n\n")
  expect(blocks.slice(2)).toEqual([""])
  const lines = blocks[1]?.split("\n").filter((line) => line.startsWith("data: "))
  // Lines are joined again by line feeds (HTML Standard, section 9.2.6).
  expect(JSON.parse(lines?.map((line) => line.slice(6)).join("\n") ?? "")).toMatchObject({
    id: `evt_${stored.id}`,
    data: { id: "ord_1", version: 1 },
  })
})
