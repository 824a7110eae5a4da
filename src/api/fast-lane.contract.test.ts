import { connect } from "node:net"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { Lane } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"

// Behaviour of our own server only: "next start" removes Content-Encoding and responds to malformed HTTP itself
// (docs/decisions/0003-fast-lane-and-next-start.md).

/** Pause between pieces, so that each arrives separately. */
const PIECE_MS = 100

describe("the fast lane only", () => {
  let lane: Lane
  let key: TestKey

  beforeAll(async () => {
    lane = await Lane.open("fast")
    key = await lane.marketplace.key(await lane.marketplace.account())
    const store = await lane.marketplace.store("Mithila Haat")
    for (let i = 0; i < 20; i++) await lane.marketplace.product({ name: `Makhana ${i}`, store })
  })
  afterAll(() => lane.close())

  /**
   * Sends raw bytes, whole or in pieces, and reads until the expected text has come, or the server closes or falls
   * silent.
   */
  const raw = (
    bytes: string | readonly string[],
    { until, silenceMs = 15_000 }: { until?: RegExp; silenceMs?: number } = {},
  ): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(lane.url).port), "localhost")
      let received = ""
      socket.setTimeout(silenceMs, () => socket.destroy())
      socket.on("data", (data) => {
        received += data.toString()
        if (until?.test(received)) socket.destroy()
      })
      socket.on("close", () => resolve(received))
      socket.on("error", (error: NodeJS.ErrnoException) =>
        error.code === "ECONNRESET" || error.code === "EPIPE" ? resolve(received) : reject(error),
      )
      const [first = "", ...rest] = [bytes].flat()
      socket.setNoDelay().write(first)
      for (const [place, piece] of rest.entries()) setTimeout(() => socket.write(piece), (place + 1) * PIECE_MS)
    })

  const parsed = (response: string): { status: number; code: string } => ({
    status: Number(response.split(" ")[1]),
    code: (JSON.parse(response.slice(response.indexOf("\r\n\r\n") + 4)) as { error: { code: string } }).error.code,
  })

  test.each([
    ["br", "br"],
    ["gzip", "gzip"],
    ["gzip, br", "br"],
    ["br;q=0, gzip", "gzip"],
    ["identity", null],
  ])("a long body is compressed as Accept-Encoding requests: %s", async (accepted, coding) => {
    const response = await lane.request("/v1/products", { key, headers: { "accept-encoding": accepted } })
    expect([response.headers.get("content-encoding"), response.json.data.length]).toEqual([coding, 20])
    expect(
      (await lane.request("/v1/status", { headers: { "accept-encoding": accepted } })).headers.get("content-encoding"),
    ).toBeNull()
  })

  test("headers of 100 KB are a 431 with a JSON error", async () => {
    const response = await raw(`GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Long: ${"x".repeat(100_000)}\r\n\r\n`)
    expect(parsed(response)).toEqual({ status: 431, code: "header_fields_too_large" })
    expect(response).toMatch(/x-request-id: \S{8,}/i)
  })

  test.each([
    "NONSENSE\r\n\r\n",
    "GET /v1/me HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n",
    "FOO /v1/me HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /v1/me HTTP/1.1\r\nHost: x\r\nBad Header: x\r\n\r\n",
  ])("malformed HTTP is a 400 with a JSON error: %j", async (bytes) => {
    expect(parsed(await raw(bytes))).toEqual({ status: 400, code: "bad_request" })
  })

  test("broken percent-encoding is a 4xx, under /v1 and elsewhere", async () => {
    for (const path of ["/v1/products/%E0%A4%A", "/v1/%FF", "/keys/%E0%A4%A", "/%"]) {
      const response = await raw(
        `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${key.secret}\r\n\r\n`,
      )
      expect([path, Number(response.split(" ")[1]) >= 400 && Number(response.split(" ")[1]) < 500]).toEqual([
        path,
        true,
      ])
    }
  })

  test("a path that starts with two slashes is not parsed as a host", async () => {
    const response = await raw("GET //v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
    expect(Number(response.split(" ")[1])).toBeGreaterThanOrEqual(300)
    expect(Number(response.split(" ")[1])).toBeLessThan(500)
  })

  test("a path with dot segments that lead out of /v1 is a 404", async () => {
    expect(
      parsed(
        await raw(
          `GET /v1/../elsewhere/me HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${key.secret}\r\nConnection: close\r\n\r\n`,
        ),
      ),
    ).toEqual({ status: 404, code: "not_found" })
  })

  test("an absolute-form target is served by this server, and GET * is a 400", async () => {
    const bearer = `Authorization: Bearer ${key.secret}\r\nConnection: close\r\n\r\n`
    expect(
      await raw(`GET http://elsewhere.example/v1/products?per_page=1 HTTP/1.1\r\nHost: elsewhere.example\r\n${bearer}`),
    ).toMatch(/^HTTP\/1\.1 200 .*"per_page":1/s)
    expect(await raw("GET * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")).toMatch(
      /^HTTP\/1\.1 400 .*x-request-id.*"bad_request"/s,
    )
  })

  test("a missing Host is a 400 with a JSON error, and an unknown Expect is ignored", async () => {
    expect(parsed(await raw("GET /v1/status HTTP/1.1\r\n\r\n"))).toEqual({ status: 400, code: "bad_request" })
    const expecting = await raw("GET /v1/status HTTP/1.1\r\nHost: x\r\nExpect: a miracle\r\nConnection: close\r\n\r\n")
    expect(expecting).toMatch(/^HTTP\/1\.1 200 .*x-request-id/s)
  })

  test("an overlong or endless request body for a page is a 413", async () => {
    for (const length of ["Content-Length: 2000000", "Transfer-Encoding: chunked"]) {
      const response = await raw(
        `POST /api/trpc/accounts.verifyEmail HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${length}\r\n\r\n`,
        { until: /payload_too_large/ },
      )
      expect(response).toMatch(/^HTTP\/1\.1 413 .*"payload_too_large"/s)
    }
  })

  test("TRACE and other unusual methods are a 405", async () => {
    for (const path of ["/v1/me", "/keys"]) {
      const response = await raw(`TRACE ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
      expect([path, response.split(" ")[1]]).toEqual([path, "405"])
    }
  })

  test("a malformed router state and a cross-origin form are a 400", async () => {
    const odd = await fetch(`${lane.url}/`, {
      headers: { RSC: "1", "Next-Router-State-Tree": "garbage" },
      redirect: "manual",
    })
    const foreign = await fetch(`${lane.url}/sign-in`, {
      method: "POST",
      headers: { origin: "https://evil.example", "content-type": "application/x-www-form-urlencoded" },
      body: "a=b",
    })
    expect([odd.status, foreign.status]).toEqual([400, 400])
  })

  test.each([
    ["without a boundary", "multipart/form-data", "anything"],
    ["with an empty boundary", "multipart/form-data; boundary=", "anything"],
    [
      "that is truncated",
      "multipart/form-data; boundary=X",
      '--X\r\nContent-Disposition: form-data; name="a"\r\n\r\nfoo',
    ],
    ["whose body has no boundary", "multipart/form-data; boundary=X", "anything"],
    ["with an empty body", "multipart/form-data; boundary=X", ""],
  ])("a form %s gets a 400 page in the user's language", async (_, type, body) => {
    for (const path of ["/sign-in", "/keys", "/nowhere"]) {
      const response = await fetch(lane.url + path, {
        method: "POST",
        headers: { origin: lane.url, "content-type": type, "accept-language": "hi" },
        body,
      })
      expect([path, response.status, response.headers.get("content-type")]).toEqual([
        path,
        400,
        "text/html; charset=utf-8",
      ])
      expect(await response.text()).toMatch(/<html lang="hi"[ >].*यह फ़ॉर्म पूरा नहीं पहुँचा/s)
      expect(response.headers.get("x-request-id")).not.toBeNull()
    }
  })

  test("a complete form reaches its page unchanged, also when it is long and arrives in pieces", async () => {
    const action =
      /name="(\$ACTION_ID_\w+)"/.exec(
        (await (await fetch(`${lane.url}/sign-in`)).text()).split('aria-label="Language"')[1] ?? "",
      )?.[1] ?? ""
    expect(action).not.toBe("")
    for (const padding of [0, 900_000]) {
      const form = new FormData()
      for (const [name, value] of [
        [action, ""],
        ["padding", "x".repeat(padding)],
        ["locale", "mai"],
      ] as const)
        form.set(name, value)
      const encoded = new Response(form)
      const body = Buffer.from(await encoded.arrayBuffer())
      const head = `POST /sign-in HTTP/1.1\r\nHost: ${new URL(lane.url).host}\r\nOrigin: ${lane.url}\r\nContent-Type: ${encoded.headers.get("content-type")}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n`
      const parts = [
        head + body.subarray(0, 60).toString(),
        body.subarray(60, -20).toString(),
        body.subarray(-20).toString(),
      ]
      expect(await raw(parts)).toMatch(/^HTTP\/1\.1 (?:200|303) .*set-cookie: haat-locale=mai/is)
    }
  })

  test("the server keeps serving after a form upload is aborted", async () => {
    await raw(
      "POST /sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=X\r\nContent-Length: 100\r\n\r\n--X",
      { silenceMs: 500 },
    )
    expect((await lane.request("/v1/status")).status).toBe(200)
  })

  test("a request aborted before its Content-Length changes nothing and is logged as a 400", async () => {
    const owner = await lane.marketplace.account()
    const store = await lane.marketplace.store("Lal Dukan", { owner })
    const { sellerOrders } = await lane.marketplace.order({ account: owner, stores: [store] })
    const seller = await lane.marketplace.key(owner)
    const body = '{"courier_name":"P","awb":"A"}'
    await raw(
      `PATCH /v1/seller/orders/${sellerOrders[0]?.number}/ship HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${seller.secret}\r\nContent-Type: application/json\r\nContent-Length: ${body.length + 10}\r\n\r\n${body}`,
      { silenceMs: 500 },
    )
    const [order] = await lane.marketplace.rows<{ status: string }>("SELECT status FROM seller_order WHERE id = $1", [
      sellerOrders[0]?.id,
    ])
    expect(order?.status).toBe("confirmed")
    const logged = () =>
      lane.marketplace.rows("SELECT status, error_code FROM request_log WHERE credential_id = $1", [seller.id])
    await expect.poll(logged).toEqual([{ status: 400, error_code: "bad_request" }])
    expect((await lane.request("/v1/status")).status).toBe(200)
  })

  test("bytes after a body's Content-Length are a 400, not a second request", async () => {
    const response = await raw(
      `POST /v1/me HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}{"smuggled":1}\r\n\r\n`,
    )
    expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 405", "HTTP/1.1 400"])
  })
})
