import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { SERVED } from "@/api/served"
import type { SessionCaller } from "@/domain/caller"
import { checkDeprecation } from "@/domain/deprecation"
import { createKey } from "@/features/api-keys/create-key"
import { CreateApiKey } from "@/features/api-keys/schema"
import { sendDeprecationNotices } from "@/features/deprecations/send-deprecation-notices"
import { countDeprecatedCalls } from "@/platform/request-log/deprecated-calls"
import { flushRequestLog } from "@/platform/request-log/request-log"
import type { TestKey } from "@/testing/fixtures/marketplace"
import {
  DEPRECATION,
  SECOND_VERSION,
  serveApi,
  VERSIONED_API,
  versionedDescription,
} from "@/testing/fixtures/versioned-api"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"

// Black box: an API with two versions and deprecated parts is served over HTTP on a real database, by the pipeline of
// production, which takes it as a parameter.

let marketplace: WebhookMarketplace
let server: Awaited<ReturnType<typeof serveApi>>
let production: Awaited<ReturnType<typeof serveApi>>
let account: string
let key: TestKey

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
  server = await serveApi(VERSIONED_API)
  production = await serveApi(SERVED)
  account = await marketplace.account()
  key = await marketplace.key(account)
})
afterAll(async () => {
  await flushRequestLog()
  await server.close()
  await production.close()
  await marketplace.close()
})

interface Sent {
  by?: TestKey
  version?: string
  json?: object
  url?: string
}

async function call(path: string, { by = key, version, json, url = server.url }: Sent = {}) {
  const response = await fetch(`${url}/v1${path}`, {
    method: json ? "POST" : "GET",
    headers: {
      authorization: `Bearer ${by.secret}`,
      ...(version !== undefined && { "api-version": version }),
      ...(json && { "content-type": "application/json" }),
    },
    ...(json && { body: JSON.stringify(json) }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

const SINCE = Date.parse("2026-11-20T00:00:00Z") / 1000

describe("deprecation", () => {
  test("an operation has Deprecation, Sunset and Link, which scripts may read", async () => {
    const { headers } = await call("/old-notes/7")
    // RFC 9745: an Item of Structured Fields that is a Date (RFC 9651, section 3.3.7).
    expect(/^@(-?\d{1,15})$/.exec(headers.get("deprecation") ?? "")?.[1]).toBe(String(SINCE))
    // RFC 8594: an HTTP-date in the form of IMF-fixdate.
    expect(headers.get("sunset")).toMatch(/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/)
    expect(headers.get("sunset")).toBe("Tue, 01 Jun 2027 00:00:00 GMT")
    const links = (headers.get("link") ?? "")
      .split(", ")
      .map((link) => /^<([^>]+)>; rel="([^"]+)"/.exec(link)?.slice(1))
    expect(links.map((link) => [link?.[1], new URL(link?.[0] ?? "").pathname])).toEqual([
      ["deprecation", "/docs/guides/versions"],
      ["sunset", "/docs/guides/versions"],
      ["successor-version", "/v1/notes/7"],
    ])
    const exposed = (headers.get("access-control-expose-headers") ?? "").split(", ")
    expect(exposed).toEqual(expect.arrayContaining(["Deprecation", "Sunset", "Link"]))
  })

  test.each([
    ["a parameter that is sent", "/notes?status=x", undefined, "Tue, 01 Jun 2027 00:00:00 GMT"],
    ["a field of the response that is there", "/notes?with_text=true", undefined, "Thu, 01 Jul 2027 00:00:00 GMT"],
    ["the first to end of two", "/notes?with_text=true&status=x", undefined, "Tue, 01 Jun 2027 00:00:00 GMT"],
    ["a field of the request", "/notes", { title: "A", colour: "red" }, "Tue, 01 Jun 2027 00:00:00 GMT"],
    ["nothing deprecated of the list", "/notes?state=x", undefined, null],
    ["nothing deprecated of the change", "/notes", { title: "A" }, null],
    ["an operation without deprecated parts", "/me", undefined, null],
  ])("the headers are there for %s", async (_, path, json, sunset) => {
    const { status, headers } = await call(path, { version: SECOND_VERSION, ...(json && { json }) })
    expect([status, headers.get("sunset"), headers.has("deprecation")]).toEqual([200, sunset, sunset !== null])
    if (path.startsWith("/notes") && !json) expect(headers.get("link")).toContain('rel="next"')
  })

  test("a declaration with a sunset that is too early, or is not valid, cannot be loaded", () => {
    const check = (declared: Partial<typeof DEPRECATION>) => () =>
      checkDeprecation("it", { ...DEPRECATION, ...declared })
    expect(check({ sunset: "2027-05-22" })).not.toThrow()
    expect(check({ sunset: "2027-05-21" })).toThrow("the sunset of it is 182 days after its deprecation")
    expect(check({ sunset: "2026-01-01" })).toThrow("at least 183 days later")
    expect(check({ since: "2026-02-30" })).toThrow("no day")
    expect(check({ guide: "versions" })).toThrow("neither a path nor an https URL")
  })

  test("openapi.json marks the operation, the parameter and the fields", () => {
    const { paths, components } = versionedDescription()
    expect(paths?.["/old-notes/{id}"]?.get).toMatchObject({
      deprecated: true,
      description:
        "A note. Deprecated since 2026-11-20; works until 2027-06-01. Use `getNote` instead. [How to change](/docs/guides/versions).",
    })
    const list = JSON.stringify(paths?.["/notes"]?.get)
    expect(list).toMatch(/"name":"status","in":"query"|"in":"query","name":"status"/)
    expect(list).toContain("Deprecated since 2026-11-20; works until 2027-06-01. Use `state` instead.")
    expect(JSON.stringify(paths?.["/notes"]?.get?.parameters)).toContain('"deprecated":true')
    expect(JSON.stringify(components?.schemas)).toMatch(
      /"colour":\{"description":"Deprecated since [^}]*"deprecated":true/,
    )
  })
})

interface Report {
  id: string
  calls: number
  last_called_at: string | null
  callers: { type: string; id: string; calls: number; request_ids: string[] }[]
}

describe("who is affected", () => {
  const reported = async (by: TestKey): Promise<Report[]> =>
    (JSON.parse((await call("/deprecations", { by })).text) as { data: Report[] }).data
  const oldNote = (reports: Report[]): Report | undefined => reports.find(({ id }) => id === "getOldNote")
  const mails = (template: string) =>
    marketplace.rows<{ to: string; calls: string }>(
      `SELECT payload->>'to' AS to, payload->'values'->>'calls' AS calls FROM graphile_worker._private_jobs
       WHERE payload->>'template' = $1 ORDER BY 1`,
      [template],
    )

  test("keys that call 7, 0 and 2 times are reported so within five seconds, and each notice is mailed once", async () => {
    const owner = await marketplace.account({ email: "caller@example.in" })
    const keys = [await marketplace.key(owner), await marketplace.key(owner), await marketplace.key(owner)] as const
    const ids: string[] = []
    for (const [by, calls] of [
      [keys[0], 7],
      [keys[2], 2],
    ] as const)
      for (let times = 0; times < calls; times++)
        ids.push((await call("/old-notes/1", { by })).headers.get("x-request-id") ?? "")
    const counts = async () =>
      Object.fromEntries(
        oldNote(await reported(keys[1]))?.callers.map(({ id, calls }) => [id.replace("key_", ""), calls]) ?? [],
      )
    await expect.poll(counts, { timeout: 5_000 }).toEqual({ [keys[0].id]: 7, [keys[1].id]: 0, [keys[2].id]: 2 })
    const report = oldNote(await reported(keys[1]))
    expect(report?.calls).toBe(9)
    expect(report?.callers[0]?.request_ids).toEqual(ids.slice(4, 7).reverse())
    // An account that does not call is told of no calls, and a test key of no live ones.
    expect(oldNote(await reported(await marketplace.key(owner, { mode: "test" })))?.calls).toBe(0)
    expect(oldNote(await reported(await marketplace.key(await marketplace.account())))?.calls).toBe(0)

    const only = VERSIONED_API.deprecations.filter(({ id }) => id === "getOldNote")
    const sentTo = async () => (await mails("deprecated_use")).filter(({ to }) => to === "caller@example.in").length
    for (const [now, expected] of [
      ["2026-11-26", 1],
      ["2026-11-27", 1],
      ["2027-03-04", 2],
      ["2027-04-01", 2],
      ["2027-05-03", 3],
      ["2027-05-26", 4],
      ["2027-05-31", 4],
      ["2027-06-30", 4],
    ] as const) {
      // Two workers at once.
      await Promise.all([1, 2].map(() => sendDeprecationNotices(only, new Date(`${now}T00:00:00Z`))))
      expect([now, await sentTo()]).toEqual([now, expected])
    }

    // Counted by day, the calls are the same.
    await marketplace.rows(
      "UPDATE deprecated_call SET id = (left(uuid_v7_floor(uuid_v7_time(id) - interval '2 days')::text, 14) || substr(id::text, 15))::uuid",
    )
    await countDeprecatedCalls()
    expect(await marketplace.rows("SELECT FROM deprecated_call")).toEqual([])
    expect(await counts()).toEqual({ [keys[0].id]: 7, [keys[1].id]: 0, [keys[2].id]: 2 })
    // Moving the calls has changed the time in their ids.
    const tails = (requestIds: readonly string[] = []) => requestIds.map((id) => id.slice(14))
    expect(tails(oldNote(await reported(keys[1]))?.callers[0]?.request_ids)).toEqual(tails(ids.slice(4, 7).reverse()))
  })

  test("an account that begins in the last days is mailed once, not of each notice before", async () => {
    const late = await marketplace.account({ email: "late@example.in" })
    await call("/old-notes/1", { by: await marketplace.key(late) })
    await flushRequestLog()
    const only = VERSIONED_API.deprecations.filter(({ id }) => id === "getOldNote")
    await sendDeprecationNotices(only, new Date("2027-05-20T00:00:00Z"))
    expect((await mails("deprecated_use")).filter(({ to }) => to === "late@example.in")).toHaveLength(1)
  })

  test("production has nothing deprecated, and says so", async () => {
    expect((await call("/deprecations", { url: production.url })).text).toBe('{"data":[]}')
  })
})

describe("dated versions", () => {
  /** The answers of the first version, which stay as they are. */
  const GOLDEN: [path: string, json: object | undefined, body: string][] = [
    [
      "/notes?filter=mine",
      undefined,
      '{"data":[{"id":"1","name":"mine"}],"meta":{"page":1,"per_page":1,"total":2,"last_page":2},"links":{"next":"http://localhost:3000/v1/notes?filter=mine&page=2","prev":null}}',
    ],
    ["/notes/5", undefined, '{"data":{"id":"5","name":"A note"}}'],
    ["/notes", { name: "Mine" }, '{"data":{"id":"2","name":"Mine"}}'],
  ]
  const masked = (text: string): string => text.replace(/https?:\/\/[^/"]+/g, "http://localhost:3000")

  test.each(GOLDEN)("the first version's responses are unchanged: %s", async (path, json, body) => {
    for (const version of [undefined, "2026-05-01"]) {
      const response = await call(path, { ...(json && { json }), ...(version && { version }) })
      expect([response.status, masked(response.text)]).toEqual([200, body])
      expect(response.headers.get("api-version")).toBe("2026-05-01")
      expect(response.headers.get("vary")).toContain("Api-Version")
    }
  })

  test("the second version is served to those who name it, or whose key is pinned to it", async () => {
    const pinned = await marketplace.key(account)
    await marketplace.rows("UPDATE api_key SET api_version = $2 WHERE id = $1", [pinned.id, SECOND_VERSION])
    const requests: Sent[] = [{ version: SECOND_VERSION }, { by: pinned }]
    for (const sent of requests) {
      const { text, headers } = await call("/notes?state=mine", sent)
      expect([text.includes('"title":"mine"'), headers.get("api-version")]).toEqual([true, SECOND_VERSION])
    }
    const older = await call("/notes/5", { by: pinned, version: "2026-05-01" })
    expect([older.text, older.headers.get("api-version")]).toEqual([
      '{"data":{"id":"5","name":"A note"}}',
      "2026-05-01",
    ])
  })

  test("a new key is pinned to the newest version, or to one that its creator chooses", async () => {
    const caller: SessionCaller = {
      ...{ kind: "session", accountId: account, sessionId: "", signedInAt: new Date(), secondFactor: null, roles: [] },
      ...{ scopes: new Set(), livemode: true, storeId: null, storeMember: false, emailVerified: true },
    }
    const versions = VERSIONED_API.versions.map(({ date }) => date)
    const create = (more: object) => {
      const input = CreateApiKey.parse({ name: "Notes", scopes: ["catalog.read"], ...more })
      return createKey({ caller, ip: null, requestId: "" }, input, versions)
    }
    for (const [more, version] of [
      [{}, SECOND_VERSION],
      [{ api_version: "2026-05-01" }, "2026-05-01"],
    ] as const) {
      const { key: created, secret } = await create(more)
      const { headers } = await call("/notes", { by: { ...key, secret } })
      expect([created.api_version, headers.get("api-version")]).toEqual([version, version])
    }
    await expect(create({ api_version: "2026-05-02" })).rejects.toMatchObject({ code: "validation_failed" })
  })

  test("today's clients see no change, whatever they send", async () => {
    const plain = await call("/me", { url: production.url })
    for (const version of [
      "2026-05-01",
      "2026-05-02",
      "2031-01-01",
      "latest",
      "v1",
      "2026-13-45",
      ";",
      "x".repeat(200),
    ]) {
      for (const [url, path] of [
        [production.url, "/me"],
        [server.url, "/notes/5"],
      ] as const) {
        const { status, text, headers } = await call(path, { url, version })
        expect([version, status, headers.get("api-version")]).toEqual([version, 200, "2026-05-01"])
        expect(text).toBe(path === "/me" ? plain.text : '{"data":{"id":"5","name":"A note"}}')
        if (url === production.url) expect(headers.get("vary")).toBe(plain.headers.get("vary"))
      }
    }
    const status = await fetch(`${production.url}/v1/status`)
    expect(((await status.json()) as { data: { api_version: string } }).data.api_version).toBe("2026-05-01")
  })

  test("the log marks a version that does not exist", async () => {
    const sent = await call("/me", { version: "2031-01-01" })
    const known = await call("/me", { version: "2026-05-01" })
    await flushRequestLog()
    const logged = async (id: string | null): Promise<unknown> =>
      (JSON.parse((await call(`/requests/${id}`)).text) as { data: { unknown_api_version: unknown } }).data
        .unknown_api_version
    expect(await logged(sent.headers.get("x-request-id"))).toBe("2031-01-01")
    expect(await logged(known.headers.get("x-request-id"))).toBeNull()
  })
})
