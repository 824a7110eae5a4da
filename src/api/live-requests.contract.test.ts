import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { hashPassword } from "@/auth/password"
import type { RequestSummary } from "@/features/requests/schema"
import { Lane, LANES } from "@/testing/fixtures/lane"
import { PortalClient } from "@/testing/fixtures/portal-client"

const PASSWORD = "a long password"

interface Event {
  name: string
  data: string
}

/** Collects the events that a browser's EventSource would dispatch. */
class Listener {
  readonly events: Event[] = []
  readonly closed: Promise<void>
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>

  constructor(response: Response) {
    if (!response.body) throw new Error("no body")
    this.reader = response.body.getReader()
    this.closed = this.listen()
  }

  private async listen(): Promise<void> {
    const decoder = new TextDecoder()
    let rest = ""
    for (;;) {
      const { done, value } = await this.reader.read()
      if (done) return
      rest += decoder.decode(value, { stream: true })
      const blocks = rest.split("\n\n")
      rest = blocks.pop() ?? ""
      for (const block of blocks) {
        const fields = new Map(
          block.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 1).trim()]),
        )
        if (fields.has("event")) this.events.push({ name: fields.get("event") ?? "", data: fields.get("data") ?? "" })
      }
    }
  }

  get paths(): string[] {
    return this.events
      .filter(({ name }) => name === "request")
      .map(({ data }) => (JSON.parse(data) as RequestSummary).path)
  }

  close(): Promise<void> {
    return this.reader.cancel()
  }
}

describe.each(LANES)("the live log on the %s lane", (name) => {
  let lane: Lane

  beforeAll(async () => {
    lane = await Lane.open(name)
  })
  afterAll(() => lane.close())

  const holder = async (email: string) => {
    const account = await lane.marketplace.account({ email })
    await lane.marketplace.rows("UPDATE account SET password_hash = $2 WHERE id = $1", [
      account,
      await hashPassword(PASSWORD),
    ])
    const client = new PortalClient(lane.url)
    expect(await client.signIn(email, PASSWORD)).toBeNull()
    const listen = async (query = "mode=live"): Promise<Listener> => {
      const response = await client.fetch(`/api/requests/live?${query}`)
      expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"])
      return new Listener(response)
    }
    return { account, client, listen }
  }
  const heard = (listener: Listener) => expect.poll(() => listener.paths, { timeout: 10_000 })

  test("sends each request once, within seconds, to its own account only", async () => {
    const { account, listen } = await holder("listener@example.in")
    const { listen: strangersListen } = await holder("strange-listener@example.in")
    const key = await lane.marketplace.key(account)
    const sandbox = await lane.marketplace.key(account, { mode: "test" })
    const [all, errors, test, stranger] = [
      await listen(),
      await listen("mode=live&status=error"),
      await listen("mode=sandbox"),
      await strangersListen(),
    ]
    await lane.request("/v1/me", { key })
    await lane.request("/v1/me", { key: sandbox })
    await heard(all).toEqual(["/v1/me"])
    await lane.request("/v1/orders/none", { key })
    await heard(all).toEqual(["/v1/me", "/v1/orders/none"])
    await heard(errors).toEqual(["/v1/orders/none"])
    await heard(test).toEqual(["/v1/me"])
    expect(stranger.paths).toEqual([])
    for (const listener of [all, errors, test, stranger]) await listener.close()
  })

  test("ends when the session signs out", async () => {
    const { account, client, listen } = await holder("leaver@example.in")
    const key = await lane.marketplace.key(account)
    const listener = await listen()
    const elsewhere = new PortalClient(lane.url)
    expect(await elsewhere.signIn("leaver@example.in", PASSWORD)).toBeNull()
    await client.signOut()
    await listener.closed
    expect(listener.events).toEqual([{ name: "end", data: "signed_out" }])
    await lane.request("/v1/me", { key })
    const leaving = new AbortController()
    expect((await elsewhere.fetch("/api/requests/live?mode=live", { signal: leaving.signal })).status).toBe(200)
    leaving.abort()
    expect((await client.fetch("/api/requests/live?mode=live")).status).toBe(401)
  })

  test("allows three streams per account, and another one after a stream is closed", async () => {
    const { client, listen } = await holder("many-listeners@example.in")
    const open = [await listen(), await listen(), await listen()]
    expect((await client.fetch("/api/requests/live?mode=live")).status).toBe(429)
    await open[0]?.close()
    await expect
      .poll(
        async () => {
          const response = await client.fetch("/api/requests/live?mode=live")
          await response.body?.cancel()
          return response.status
        },
        { timeout: 10_000 },
      )
      .toBe(200)
    for (const listener of open.slice(1)) await listener.close()
  })

  test("disconnects a client that does not read, so that its unread events stay bounded", async () => {
    const { account, client } = await holder("silent-listener@example.in")
    const unread = await Promise.all([1, 2, 3].map(() => client.fetch("/api/requests/live?mode=live")))
    const more = async (): Promise<number[]> => {
      const responses = await Promise.all([1, 2, 3].map(() => client.fetch("/api/requests/live?mode=live")))
      for (const response of responses) await response.body?.cancel()
      return responses.map(({ status }) => status)
    }
    expect(await more()).toEqual([429, 429, 429])
    const key = await lane.marketplace.key(account)
    const heavy = (): Promise<unknown> =>
      lane.marketplace.rows(
        `INSERT INTO request_log (id, request_id, account_id, credential_kind, credential_id, livemode, method, path, operation, status, duration_ms, created_at)
         SELECT gen_random_uuid(), 'r', $1, 'api_key', $2, true, 'GET', '/v1/' || repeat('x', 60000), 'GET /me', 200, 1, now() FROM generate_series(1, 100)`,
        [account, key.id],
      )
    await expect
      .poll(
        async () => {
          await heavy()
          return more()
        },
        { timeout: 40_000, interval: 1_000 },
      )
      .toEqual([200, 200, 200])
    // The unread events are discarded; otherwise the end would wait behind them.
    for (const response of unread) await expect(response.text()).rejects.toThrow()
  })

  test("requires a session, and rejects unknown filters", async () => {
    expect((await new PortalClient(lane.url).fetch("/api/requests/live?mode=live")).status).toBe(401)
    const { client } = await holder("bad-listener@example.in")
    for (const query of ["mode=both", "mode=", "mode=live&status=40", "mode=live&credential=1"])
      expect([query, (await client.fetch(`/api/requests/live?${query}`)).status]).toEqual([query, 422])
  })
})

test("SIGTERM ends the live streams, so that the server can stop", async () => {
  const lane = await Lane.open("fast")
  const account = await lane.marketplace.account({ email: "last@example.in" })
  await lane.marketplace.rows("UPDATE account SET password_hash = $2 WHERE id = $1", [
    account,
    await hashPassword(PASSWORD),
  ])
  const client = new PortalClient(lane.url)
  expect(await client.signIn("last@example.in", PASSWORD)).toBeNull()
  const listener = new Listener(await client.fetch("/api/requests/live?mode=live"))
  process.kill(lane.pid, "SIGTERM")
  await listener.closed
  expect(listener.events).toEqual([{ name: "end", data: "stopping" }])
  await lane.close()
})
