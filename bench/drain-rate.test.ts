import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { freePort } from "@/commands/process/free-port"
import { type ServerProcess, startServerProcess } from "@/commands/process/server-process"
import { measureDrainRate } from "./drain-rate"

// Uses the receiver of the measurement.

const RUNNING = new Promise<string>(() => undefined)

let receiver: ServerProcess
let url: string
beforeAll(async () => {
  const port = await freePort()
  url = `http://127.0.0.1:${port}/`
  receiver = await startServerProcess({
    args: ["--import", "tsx", "bench/deliveries-receiver.ts"],
    env: { ...process.env, PORT: String(port) },
  })
})
afterAll(() => receiver.stop())
beforeEach(async () => {
  await (await fetch(`${url}reset`)).arrayBuffer()
})
async function send(count: number): Promise<void> {
  for (let index = 0; index < count; index++) await fetch(url, { method: "POST", body: "{}" })
}

test("returns the rate once everything has arrived, even if the sender has exited", async () => {
  await send(5)
  expect(await measureDrainRate(url, 5, { ended: Promise.resolve("exit code 0") })).toBeGreaterThan(0)
})

test("fails if the sender exits, and reports how many deliveries are missing", async () => {
  await send(3)
  await expect(measureDrainRate(url, 5, { ended: Promise.resolve("SIGKILL") })).rejects.toThrow(
    "2 of 5 deliveries are missing: the sender has exited (SIGKILL)",
  )
})

test("fails if nothing arrives any more and a delivery is missing", async () => {
  await send(4)
  await expect(measureDrainRate(url, 5, { ended: RUNNING }, 1_000)).rejects.toThrow(
    "1 of 5 deliveries are missing: none has arrived for 1 s",
  )
})
