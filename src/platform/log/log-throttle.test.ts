import { Writable } from "node:stream"
import pino from "pino"
import { expect, test } from "vitest"
import { processSingleton } from "@/platform/process-singleton"

interface Line {
  msg: string
  level: number
  requestId?: string
  repeated?: number
  seconds?: number
  err?: { type: string; code?: string; stack?: string }
}

const lines: Line[] = []

let serialize: (error: unknown) => unknown
const sink = new Writable({
  write: (chunk: Buffer, _encoding, done) => void (lines.push(JSON.parse(chunk.toString()) as Line), done()),
})
processSingleton("log", () => pino({ base: null, serializers: { err: (error: unknown) => serialize(error) } }, sink))

test("the first failure of a kind is logged in full, the repeated ones as one line with their number", async () => {
  // Modules imported from here on log into the sink.
  serialize = (await import("@/platform/log/log")).loggableError
  const { logThrottled } = await import("@/platform/log/log-throttle")
  const fail = (requestId: string, kind = "away") =>
    logThrottled(
      kind,
      1,
      { err: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }), requestId },
      "the database is away",
    )
  for (let i = 1; i <= 500; i++) fail(`request-${i}`)
  fail("another", "other")
  expect(lines).toMatchObject([
    {
      requestId: "request-1",
      err: { type: "Error", code: "ECONNREFUSED", stack: expect.stringContaining("log-throttle.test") as string },
    },
    { requestId: "another" },
  ])
  await expect.poll(() => lines.length).toBe(3)
  expect(lines[2]).toMatchObject({
    level: 40,
    msg: "the database is away",
    repeated: 499,
    seconds: 1,
    requestId: "request-500",
    err: { code: "ECONNREFUSED" },
  })
  expect(lines[2]?.err).not.toHaveProperty("stack")

  // A quiet interval ends the series.
  await expect
    .poll(
      () => (fail("again"), lines.some(({ requestId, repeated }) => requestId === "again" && repeated === undefined)),
      { timeout: 20_000, interval: 2_500 },
    )
    .toBe(true)
})
