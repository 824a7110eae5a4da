import { getEventListeners } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, beforeEach, expect, test } from "vitest"
import { SafeFetcher } from "@/platform/safe-fetch/safe-fetch"

// One signal aborts many requests.

const REQUEST = { headers: {}, body: "{}" }

let held: ServerResponse[]
let url: string
let fetcher: SafeFetcher
let close: () => Promise<void>

beforeEach(async () => {
  held = []
  const server = createServer((_message, response) => held.push(response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  fetcher = new SafeFetcher({ ports: [443], loopback: true, dnsServers: [], timeoutMs: 20_000 })
  close = async () => {
    await fetcher.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})
afterEach(() => close())

test("a shared signal aborts all active requests, with one listener for all of them", async () => {
  const stop = new AbortController()
  const posted = Array.from({ length: 100 }, () => fetcher.post(url, { ...REQUEST, signal: stop.signal }))
  await expect.poll(() => held.length, { timeout: 10_000 }).toBe(100)
  expect(getEventListeners(stop.signal, "abort")).toHaveLength(1)
  for (const response of held.splice(0, 50)) response.end()
  let answered = 0
  for (const one of posted) void one.then(() => answered++)
  await expect.poll(() => answered, { timeout: 10_000 }).toBe(50)
  stop.abort()
  const errors = (await Promise.all(posted)).map(({ error }) => error)
  expect([
    errors.filter((error) => error === null).length,
    errors.filter((error) => error === "stopped").length,
  ]).toEqual([50, 50])
})

test("a request with an aborted signal is not sent", async () => {
  const stop = new AbortController()
  const first = fetcher.post(url, { ...REQUEST, signal: stop.signal })
  stop.abort()
  expect(await first).toMatchObject({ error: "stopped" })
  expect(await fetcher.post(url, { ...REQUEST, signal: stop.signal })).toMatchObject({ error: "stopped" })
  expect(held.length).toBeLessThanOrEqual(1)
})
