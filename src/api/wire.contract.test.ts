import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { type Lane as LaneType, Lane, LANES } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"

// The rules of every response (envelopes, headers, errors), on our own server and on `next start`.

const PATHS = [
  "/apps",
  "/categories",
  "/deprecations",
  "/events",
  "/events/stream",
  "/events/{id}",
  "/keys",
  "/limits",
  "/me",
  "/orders",
  "/orders/{number}",
  "/products",
  "/products/{slug}",
  "/requests",
  "/requests/{id}",
  "/sandbox",
  "/sandbox/clock",
  "/sandbox/faults",
  "/sandbox/faults/{id}",
  "/sandbox/orders",
  "/sandbox/reset",
  "/sandbox/seller-orders/{id}/deliver",
  "/sandbox/seller-orders/{id}/ship",
  "/seller/offers",
  "/seller/orders",
  "/seller/orders/{id}",
  "/seller/orders/{id}/cancel",
  "/seller/orders/{id}/confirm",
  "/seller/orders/{id}/pack",
  "/seller/orders/{id}/refund",
  "/seller/orders/{id}/ship",
  "/seller/products",
  "/seller/shipments",
  "/status",
  "/suggestions",
  "/usage",
  "/webhook-deliveries",
  "/webhook-deliveries/{id}",
  "/webhook-deliveries/{id}/redeliver",
  "/webhook-endpoints",
  "/webhook-endpoints/{id}",
  "/webhook-endpoints/{id}/replay",
  "/webhook-endpoints/{id}/rotate-secret",
  "/webhook-endpoints/{id}/test",
]

describe.each(LANES)("requests and responses on the %s lane", (name) => {
  let lane: LaneType
  let key: TestKey
  let account: string

  beforeAll(async () => {
    lane = await Lane.open(name)
    account = await lane.marketplace.account({ name: "Asha", locale: "mai" })
    key = await lane.marketplace.key(account)
    const store = await lane.marketplace.store("Mithila Haat")
    for (let i = 0; i < 45; i++) await lane.marketplace.product({ name: `Makhana ${i}`, store, popularity: 100 - i })
  })
  afterAll(() => lane.close())

  test("GET /v1/me returns the account and the mode of the key", async () => {
    const live = await lane.request("/v1/me", { key })
    expect(live.status).toBe(200)
    expect(live.json.data).toMatchObject({
      id: `acc_${account}`,
      name: "Asha",
      email_verified: true,
      phone_verified: false,
      locale: "mai",
      avatar_url: null,
    })
    expect(live.json.meta.livemode).toBe(true)
    const testKey = await lane.marketplace.key(account, { mode: "test" })
    expect((await lane.request("/v1/me", { key: testKey })).json.meta.livemode).toBe(false)
  })

  test("every response has a request ID, which is the client's own if that is valid", async () => {
    for (const path of ["/v1/me", "/v1/nothing", "/v1/status", "/v1/openapi.json"]) {
      expect((await lane.request(path)).headers.get("x-request-id")).toMatch(/^[A-Za-z0-9_-]{8,128}$/)
    }
    const own = "order-sync_20261121"
    expect((await lane.request("/v1/me", { headers: { "x-request-id": own } })).json.error.request_id).toBe(own)
    for (const unfit of ["short", "has spaces in it", "x".repeat(129)]) {
      expect(
        (await lane.request("/v1/me", { key, headers: { "x-request-id": unfit } })).headers.get("x-request-id"),
      ).not.toBe(unfit)
    }
  })

  test("a 401 has the reason and a WWW-Authenticate challenge", async () => {
    const cases: [Record<string, string>, string, RegExp][] = [
      [{}, "authentication_required", /^Bearer realm="haat"$/],
      [{ authorization: "" }, "authentication_required", /^Bearer realm="haat"$/],
      [{ authorization: "Basic YTpi" }, "invalid_token", /error="invalid_token"/],
      [{ authorization: "Bearer" }, "invalid_token", /error="invalid_token"/],
      [{ authorization: "Bearer a b" }, "invalid_token", /error="invalid_token"/],
      [{ authorization: `Bearer ${key.secret.slice(0, -1)}` }, "invalid_token", /error="invalid_token"/],
      [{ authorization: `Bearer ${key.secret}x` }, "invalid_token", /error="invalid_token"/],
      [{ authorization: `Bearer ${key.secret.toLowerCase()}` }, "invalid_token", /error="invalid_token"/],
    ]
    for (const [headers, code, challenge] of cases) {
      const response = await lane.request("/v1/me", { headers })
      expect([response.status, response.json.error.code]).toEqual([401, code])
      expect(response.headers.get("www-authenticate")).toMatch(challenge)
    }
    expect((await lane.request("/v1/me", { headers: { authorization: `bearer ${key.secret}` } })).status).toBe(200)
  })

  test("an error has a code, the details of each parameter and a link to its documentation", async () => {
    const { json } = await lane.request("/v1/products?per_page=0&page=x", { key })
    expect(Object.keys(json)).toEqual(["error"])
    expect(json.error).toMatchObject({
      code: "validation_failed",
      doc_url: `${lane.url}/docs/errors#validation_failed`,
    })
    expect(json.error.details.map(({ param }) => param).sort()).toEqual(["page", "per_page"])
  })

  test.each([
    ["in_stock=1", "in_stock must be true or false."],
    ["in_stock=", "in_stock must be true or false."],
    ["page=x", "page must be a whole number."],
    ["min_price=1.5", "min_price must be a whole number."],
  ])("a query error names the type that the parameter needs: %s", async (search, message) => {
    expect(
      (await lane.request(`/v1/products?${search}`, { key })).json.error.details.map((detail) => detail.message),
    ).toEqual([message])
  })

  test("shared data may be cached by any cache, errors and account data by none", async () => {
    const caching = async (path: string, options?: Parameters<typeof lane.request>[1]) =>
      (await lane.request(path, options)).headers.get("cache-control")
    for (const [path, seconds] of [
      ["/v1/openapi.json", 300],
      ["/v1/apps", 60],
    ] as const) {
      const response = await lane.request(path)
      expect([path, response.headers.get("cache-control"), response.headers.get("vary")]).toEqual([
        path,
        `public, max-age=${seconds}`,
        expect.not.stringMatching(/authorization|cookie/i),
      ])
      const again = await lane.request(path, { headers: { "if-none-match": response.headers.get("etag") ?? "" } })
      expect([path, again.status, again.headers.get("cache-control")]).toEqual([
        path,
        304,
        `public, max-age=${seconds}`,
      ])
    }
    for (const path of ["/v1/apps?page=0", "/v1/status", "/v1/me", "/v1/nothing"])
      expect([path, await caching(path)]).toEqual([path, "private, no-cache"])
    expect(await caching("/v1/products", { key })).toBe("private, no-cache")
  })

  test.each(["/openapi.json", "/postman.json", "/llms.txt"])(
    "%s may be cached by any cache, and revalidated",
    async (path) => {
      const first = await fetch(lane.url + path)
      const etag = first.headers.get("etag") ?? ""
      expect([first.status, first.headers.get("cache-control"), etag]).toEqual([
        200,
        "public, max-age=300",
        expect.stringMatching(/^W\/"/),
      ])
      const again = await fetch(lane.url + path, { headers: { "if-none-match": etag } })
      expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag])
      expect((await fetch(lane.url + path, { method: "HEAD" })).headers.get("etag")).toBe(etag)
    },
  )

  test("lists are paginated, with links to the adjacent pages that keep the filters", async () => {
    const first = await lane.request("/v1/products?per_page=20&seller=mithila-haat&unknown=1", { key })
    expect(first.json.meta).toEqual({ page: 1, per_page: 20, total: 45, last_page: 3 })
    expect(first.json.links).toEqual({
      next: `${lane.url}/v1/products?per_page=20&seller=mithila-haat&unknown=1&page=2`,
      prev: null,
    })
    expect(first.headers.get("link")).toBe(`<${first.json.links.next}>; rel="next"`)
    const seen = new Set<unknown>()
    let next: string | null = "/v1/products?per_page=20"
    while (next) {
      const page: Awaited<ReturnType<typeof lane.request>> = await lane.request(next.replace(lane.url, ""), { key })
      for (const product of page.json.data) seen.add(product.id)
      next = page.json.links.next
    }
    expect(seen.size).toBe(45)
    const past = await lane.request("/v1/products?page=900", { key })
    expect([past.status, past.json.data, past.json.links]).toEqual([
      200,
      [],
      { next: null, prev: `${lane.url}/v1/products?page=3` },
    ])
  })

  test.each([
    ["page=0", "page"],
    ["page=-1", "page"],
    ["page=1.5", "page"],
    ["page=1e3", "page"],
    ["page=%2B1", "page"],
    ["page=", "page"],
    ["page=1&page=2", "page"],
    ["page=99999999999999999999", "page"],
    ["page=٣", "page"],
    ["per_page=101", "per_page"],
    ["per_page=0x10", "per_page"],
    ["in_stock=1", "in_stock"],
    ["in_stock=TRUE", "in_stock"],
    ["in_stock=", "in_stock"],
    ["min_price=-1", "min_price"],
    ["min_price=10&max_price=9", "min_price"],
    ["sort=cheapest", "sort"],
    [`q=${"x".repeat(121)}`, "q"],
    ["q=a%00b", "q"],
    ["q=%E0%A4%A", "q"],
    ["q=%FF%FE", "q"],
    ["q=a&q=b", "q"],
  ])("a bad query is a 422 that names its parameter: %s", async (search, param) => {
    const response = await lane.request(`/v1/products?${search}`, { key })
    expect([response.status, response.json.error.code, response.json.error.details[0]?.param]).toEqual([
      422,
      "validation_failed",
      param,
    ])
  })

  test.each([
    "q=%27%3B%20drop%20table",
    "q=%5C%25_%26%7C!():*",
    "q=%20",
    "q=",
    "min_price=9007199254740991",
    "page=9007199254740991&per_page=100",
    `q=${"%E0%A4%A6".repeat(120)}`,
    "constructor=1&__proto__=2&toString=3",
  ])("an unusual but valid query is a 200: %s", async (search) => {
    expect((await lane.request(`/v1/products?${search}`, { key })).status).toBe(200)
  })

  test("an unknown path is a 404, an unsupported method a 405 with Allow", async () => {
    for (const path of [
      "/v1/nothing",
      "/v1/me/",
      "/v1/products/",
      "/v1/ME",
      "/v1/me/x",
      "/v1/products/a%2Fb",
      "/v1/products/%00",
      "/v1/products/%2e%2e%2f",
      "/v1/orders/HT-2611-000001%27",
    ]) {
      expect([path, (await lane.request(path, { key })).status]).toEqual([path, 404])
    }
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const response = await lane.request("/v1/products", { key, method })
      expect([response.status, response.json.error.code, response.headers.get("allow")]).toEqual([
        405,
        "method_not_allowed",
        "GET, HEAD, OPTIONS",
      ])
    }
    expect((await lane.request("/v1/seller/orders/so_1/ship", { key })).headers.get("allow")).toBe("PATCH, OPTIONS")
  })

  test("HEAD responds like GET, without the body", async () => {
    const get = await lane.request("/v1/products", { key, headers: { "accept-encoding": "identity" } })
    const head = await lane.request("/v1/products", { key, method: "HEAD", headers: { "accept-encoding": "identity" } })
    expect([head.status, head.text]).toEqual([200, ""])
    for (const header of ["etag", "content-type", "link", "x-ratelimit-limit"])
      expect(head.headers.get(header)).toBe(get.headers.get(header))
  })

  test("CORS allows every origin, without cookies", async () => {
    const preflight = await lane.request("/v1/seller/orders/so_1/ship", {
      method: "OPTIONS",
      headers: { origin: "https://shop.example", "access-control-request-method": "PATCH" },
    })
    expect([preflight.status, preflight.text]).toEqual([204, ""])
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*")
    expect(preflight.headers.get("access-control-allow-methods")).toContain("PATCH")
    expect(preflight.headers.get("access-control-allow-headers")).toMatch(/authorization.*idempotency-key/i)
    const response = await lane.request("/v1/me", { headers: { origin: "https://shop.example" } })
    expect([
      response.headers.get("access-control-allow-origin"),
      response.headers.get("access-control-allow-credentials"),
    ]).toEqual(["*", null])
    expect(response.headers.get("access-control-expose-headers")).toMatch(/x-request-id/i)
  })

  test("a session cookie does not authenticate an API request", async () => {
    expect((await lane.request("/v1/me", { headers: { cookie: "next-auth.session-token=x" } })).json.error.code).toBe(
      "authentication_required",
    )
  })

  test("an Accept header that excludes JSON is a 406", async () => {
    for (const accept of ["text/html", "application/xml", "application/json;q=0", "*/*;q=0"]) {
      expect([accept, (await lane.request("/v1/me", { key, headers: { accept } })).status]).toEqual([accept, 406])
    }
    for (const accept of ["*/*", "application/*", "text/html, application/json;q=0.1", "APPLICATION/JSON"]) {
      expect([accept, (await lane.request("/v1/me", { key, headers: { accept } })).status]).toEqual([accept, 200])
    }
  })

  test("an unchanged resource is a 304, which counts against the rate limit", async () => {
    const limited = await lane.marketplace.key(account, { rateLimit: 50 })
    const first = await lane.request("/v1/products", { key: limited })
    const etag = first.headers.get("etag") ?? ""
    expect(etag).toMatch(/^W\/"/)
    for (const header of [etag, `"other", ${etag}`, etag.slice(2), "*"]) {
      const again = await lane.request("/v1/products", { key: limited, headers: { "if-none-match": header } })
      expect([again.status, again.text]).toEqual([304, ""])
      expect(again.headers.get("x-request-id")).toBeTruthy()
    }
    expect(
      (await lane.request("/v1/products", { key: limited, headers: { "if-none-match": '"other"' } })).headers.get(
        "x-ratelimit-remaining",
      ),
    ).toBe("44")
    await lane.marketplace.rows(
      "UPDATE product_variant SET price = price - 1 WHERE product_id = (SELECT id FROM product ORDER BY popularity DESC LIMIT 1)",
    )
    expect((await lane.request("/v1/products", { key: limited, headers: { "if-none-match": etag } })).status).toBe(200)
  })

  test("the OpenAPI description is public, and names the scope of each operation", async () => {
    const { status, json } = await lane.request("/v1/openapi.json")
    const description = json as unknown as {
      openapi: string
      paths: Record<string, Record<string, { security: Record<string, string[]>[] }>>
    }
    expect([status, description.openapi]).toEqual([200, "3.1.0"])
    expect(Object.keys(description.paths).sort()).toEqual(PATHS)
    expect(description.paths["/orders"]?.get?.security).toEqual([
      { apiKey: ["orders.read"] },
      { oauth2: ["orders.read"] },
    ])
    expect(description.paths["/apps"]?.get?.security).toEqual([])
  })

  test("the response names the current API version, whatever version the request names", async () => {
    expect(
      (await lane.request("/v1/status", { headers: { "api-version": "2020-01-01" } })).headers.get("api-version"),
    ).toBe("2026-05-01")
  })

  test("the status reports the health, without a credential", async () => {
    const { status, json } = await lane.request("/v1/status")
    expect([status, json.data]).toEqual([
      200,
      {
        status: "ok",
        api_version: "2026-05-01",
        time: expect.any(String) as string,
        components: { api: "ok", database: "ok" },
      },
    ])
  })
})
