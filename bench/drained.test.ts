import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { freePort } from "@/commands/process/free-port"
import { type ServerProcess, startServerProcess } from "@/commands/process/server-process"
import { drained } from "./drained"

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
const send = async (count: number): Promise<void> => {
  for (let index = 0; index < count; index++) await fetch(url, { method: "POST", body: "{}" })
}

test("the rate is told once all have arrived, though what sent them has ended", async () => {
  await send(5)
  expect(await drained(url, 5, { ended: Promise.resolve("exit code 0") })).toBeGreaterThan(0)
})

test("a sender that ends fails the measurement, with what is missing", async () => {
  await send(3)
  await expect(drained(url, 5, { ended: Promise.resolve("SIGKILL") })).rejects.toThrow(
    "2 of 5 deliveries are missing: what sends them has ended (SIGKILL)",
  )
})

test("a lost delivery fails the measurement when nothing comes any more", async () => {
  await send(4)
  await expect(drained(url, 5, { ended: RUNNING }, 1_000)).rejects.toThrow(
    "1 of 5 deliveries are missing: none has come for 1 s",
  )
})
