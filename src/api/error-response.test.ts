import { Writable } from "node:stream"
import pino from "pino"
import { expect, test } from "vitest"
import { processSingleton } from "@/platform/process-singleton"

interface Line {
  msg: string
  requestId: string
  err?: { code?: string; stack?: string }
}

const lines: Line[] = []
const sink = new Writable({
  write: (chunk: Buffer, _encoding, done) => void (lines.push(JSON.parse(chunk.toString()) as Line), done()),
})
processSingleton("log", () => pino({ base: null }, sink))

test("each kind of outage is logged once, an internal error for each request", async () => {
  // Modules imported from here on log into the sink.
  const { toLoggedProblem: problemOf } = await import("@/api/error-response")
  const failure = (code: string) => Object.assign(new Error(`failed with ${code}`), { code })
  for (let i = 0; i < 200; i++) {
    expect(problemOf(failure("ECONNREFUSED"), `refused-${i}`)).toMatchObject({ status: 503, retryAfter: 5 })
    expect(problemOf(failure("25006"), `read-only-${i}`)).toMatchObject({
      status: 503,
      retryAfter: 5,
      message: expect.stringContaining("read") as string,
    })
  }
  expect(lines.map(({ msg, requestId }) => [msg, requestId])).toEqual([
    ["the database is unavailable", "refused-0"],
    ["the database is read-only", "read-only-0"],
  ])
  lines.length = 0
  for (const id of ["first", "second"]) expect(problemOf(new TypeError("a fault"), id).status).toBe(500)
  expect(lines.map(({ requestId }) => requestId)).toEqual(["first", "second"])
})
