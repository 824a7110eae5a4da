import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { UsageCount } from "@/features/usage/schema"
import { hashCredential, mintCredential } from "@/platform/secrets"
import { Lane, LANES, type ApiResponse } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"
import { addTestClient, registerApp } from "@/testing/fixtures/oauth-apps"

describe.each(LANES)("limits, usage, requests and keys on the %s lane", (name) => {
  let lane: Lane

  beforeAll(async () => {
    lane = await Lane.lease(name)
  })
  afterAll(() => lane.close())

  const HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString()
  /** A key that reads, and a key whose requests are read. */
  const holder = async (mode: "live" | "test" = "live") => {
    const account = await lane.marketplace.account()
    const reader = await lane.marketplace.key(account, { mode, scopes: ["usage.read"], rateLimit: 1_000 })
    const key = await lane.marketplace.key(account, { mode, scopes: ["profile.read"] })
    return { account, reader, key }
  }
  const send = async (key: TestKey | string, paths: readonly string[]): Promise<void> => {
    for (const path of paths) await lane.request(path, { key })
  }
  const usage = async (key: TestKey | string, query = ""): Promise<UsageCount[]> => {
    const response = await lane.request(`/v1/usage?from=${HOUR_AGO}${query}`, { key })
    expect([response.status, response.text.slice(0, 200)]).toEqual([200, expect.any(String)])
    return response.json.data as unknown as UsageCount[]
  }
  const requestsOf = async (reader: TestKey | string, key: TestKey): Promise<number> =>
    (await usage(reader, "&group_by=key"))
      .filter((row) => row.key === `key_${key.id}`)
      .reduce((sum, { requests }) => sum + requests, 0)
  const logged = async (key: TestKey | string, query = "") =>
    (await lane.request(`/v1/requests${query}`, { key })).json.data
  /** An app's token of an account. */
  const tokenOf = async (
    account: string,
    scope = "{usage.read,profile.read}",
  ): Promise<{ token: string; grant: string }> => {
    const [app, grant, token] = [uuidv7(), uuidv7(), mintCredential("access_token")]
    const developer = await lane.marketplace.account()
    await lane.marketplace.rows(
      "INSERT INTO oauth_app (id, client_id, account_id, type) VALUES ($1, $2, $3, 'public')",
      [app, `app-${app}`, developer],
    )
    await lane.marketplace.rows(
      "INSERT INTO oauth_app_version (id, app_id, number, status, name, redirect_uris, required_scopes) VALUES ($1, $2, 1, 'approved', 'Parcel Radar', '{https://a.example/cb}', $3)",
      [uuidv7(), app, scope],
    )
    await lane.marketplace.rows(
      "INSERT INTO oauth_grant (id, account_id, app_id, scopes, shown_scopes) VALUES ($1, $2, $3, $4, $4)",
      [grant, account, app, scope],
    )
    await lane.marketplace.rows(
      "INSERT INTO oauth_access_token (hash, grant_id, authorization_id, scopes, expires_at) VALUES ($1, $2, $3, $4, now() + interval '1 hour')",
      [hashCredential(token), grant, uuidv7(), scope],
    )
    return { token, grant }
  }

  test("limits equal the headers of the same response", async () => {
    const { account, reader } = await holder()
    const standard = await lane.marketplace.key(account, { scopes: ["usage.read"], rateLimit: 300 })
    const { token } = await tokenOf(account)
    const check = async (key: TestKey | string, setBy: string): Promise<void> => {
      for (let i = 0; i < 3; i++) {
        const { status, headers, json } = await lane.request("/v1/limits", { key })
        expect(status).toBe(200)
        expect(json.data).toEqual({
          limit: Number(headers.get("x-ratelimit-limit")),
          remaining: Number(headers.get("x-ratelimit-remaining")),
          reset_at: new Date(Number(headers.get("x-ratelimit-reset")) * 1000).toISOString(),
          window_seconds: 60,
          set_by: setBy,
        })
      }
    }
    await check(reader, "staff")
    await check(standard, "default")
    await check(await lane.marketplace.key(account, { scopes: ["usage.read"], rateLimit: 20 }), "owner")
    await check(token, "default")
  })

  test("usage is exact by hour, key, operation and status", async () => {
    const { reader, key } = await holder()
    await send(key, ["/v1/me", "/v1/me", "/v1/orders", "/v1/nothing"])
    await expect.poll(() => requestsOf(reader, key), { timeout: 10_000 }).toBe(3)
    const others = (row: UsageCount): boolean => row.operation?.startsWith("GET /me") || row.operation === "GET /orders"
    const byOperation = (await usage(reader, "&group_by=operation")).filter(others)
    expect(byOperation.map(({ operation, requests, errors }) => [operation, requests, errors])).toEqual([
      ["GET /me", 2, 0],
      ["GET /orders", 1, 1],
    ])
    for (const row of byOperation) expect([row.p50_ms, row.p95_ms]).toEqual([expect.any(Number), expect.any(Number)])
    const byStatus = await usage(reader, "&group_by=status&interval=day")
    expect(byStatus.find(({ status }) => status === 403)).toMatchObject({ requests: 1, errors: 1, key: null })
  })

  test("usage is returned as comma-separated values", async () => {
    const { reader, key } = await holder()
    await send(key, ["/v1/me"])
    await expect.poll(() => requestsOf(reader, key), { timeout: 10_000 }).toBe(1)
    const path = `/v1/usage?from=${HOUR_AGO}&group_by=key`
    const response = await fetch(`${lane.url}${path}`, {
      headers: { authorization: `Bearer ${reader.secret}`, accept: "text/csv" },
    })
    expect([response.status, response.headers.get("content-type"), response.headers.get("vary")]).toEqual([
      200,
      "text/csv; charset=utf-8; header=present",
      expect.stringContaining("Accept"),
    ])
    const [header, ...lines] = (await response.text()).trimEnd().split("\r\n")
    expect(header).toBe("from,until,key,operation,status,requests,errors,p50_ms,p95_ms")
    expect(
      lines
        .find((line) => line.includes(key.id))
        ?.split(",")
        .slice(2, 7),
    ).toEqual([`key_${key.id}`, "", "", "1", "0"])
    const refused = await fetch(`${lane.url}/v1/limits`, {
      headers: { authorization: `Bearer ${reader.secret}`, accept: "text/csv" },
    })
    expect(refused.status).toBe(406)
  })

  test("the log has the portal's filters, and the details of a request", async () => {
    const { reader, key } = await holder()
    await send(key, ["/v1/me?note=hello", "/v1/orders"])
    const ofKey = `?credential=key_${key.id}`
    await expect.poll(async () => (await logged(reader, ofKey)).length, { timeout: 10_000 }).toBe(2)
    expect((await logged(reader, `${ofKey}&status=error`)).map(({ path }) => path)).toEqual(["/v1/orders"])
    expect((await logged(reader, `${ofKey}&path=me`)).map(({ path }) => path)).toEqual(["/v1/me"])
    const [me] = await logged(reader, `${ofKey}&path=me`)
    const { json } = await lane.request(`/v1/requests/${String(me?.id)}`, { key: reader })
    expect(json.data).toMatchObject({
      operation: "GET /me",
      query: null,
      credential: { kind: "api_key", hint: `haat_live_…${key.secret.slice(-4)}` },
    })
    expect((await lane.request(`/v1/requests/${uuidv7()}`, { key: reader })).status).toBe(404)
    expect((await lane.request("/v1/requests?status=40", { key: reader })).status).toBe(422)
  })

  test("keys are listed without their secrets", async () => {
    const { account, reader, key } = await holder()
    await lane.marketplace.key(account, { mode: "test" })
    const response = await lane.request("/v1/keys", { key: reader })
    expect(response.json.data.map(({ id }) => id).sort()).toEqual([reader, key].map(({ id }) => `key_${id}`).sort())
    expect(response.json.data.find(({ id }) => id === `key_${key.id}`)).toMatchObject({
      prefix: "haat_live_",
      last_four: key.secret.slice(-4),
      scopes: ["profile.read"],
    })
    expect(response.text).not.toContain(key.secret.slice(10, -4))
  })

  test("accounts, modes and apps are apart", async () => {
    const { account, reader, key } = await holder()
    const sandbox = {
      reader: await lane.marketplace.key(account, { mode: "test", scopes: ["usage.read"] }),
      key: await lane.marketplace.key(account, { mode: "test", scopes: ["profile.read"] }),
    }
    const stranger = await holder()
    const [app, otherApp] = [await tokenOf(account), await tokenOf(account)]
    await send(key, ["/v1/me"])
    await send(sandbox.key, ["/v1/me", "/v1/me"])
    await send(app.token, ["/v1/me", "/v1/me", "/v1/me"])
    const meOf = async (credential: TestKey | string): Promise<number> =>
      (await usage(credential, "&group_by=operation&interval=range")).find(({ operation }) => operation === "GET /me")
        ?.requests ?? 0
    await expect.poll(() => meOf(reader), { timeout: 10_000 }).toBe(4)
    expect(await meOf(sandbox.reader)).toBe(2)
    expect(await meOf(app.token)).toBe(3)
    expect(await meOf(otherApp.token)).toBe(0)
    expect(await meOf(stranger.reader)).toBe(0)
    const seen = async (credential: TestKey | string): Promise<unknown[]> =>
      (await logged(credential)).filter(({ path }) => path === "/v1/me")
    expect((await seen(reader)).length).toBe(4)
    expect((await seen(sandbox.reader)).length).toBe(2)
    expect((await seen(app.token)).length).toBe(3)
    expect(await seen(otherApp.token)).toEqual([])
    expect(await seen(stranger.reader)).toEqual([])
    const [own] = await logged(reader, `?credential=key_${key.id}`)
    const [apps] = await logged(reader, `?credential=${app.grant}`)
    const statusOf = async (id: unknown, credential: TestKey | string): Promise<number> =>
      (await lane.request(`/v1/requests/${String(id)}`, { key: credential })).status
    expect(await statusOf(apps?.id, app.token)).toBe(200)
    for (const [id, credential] of [
      [own?.id, app.token],
      [apps?.id, otherApp.token],
      [own?.id, sandbox.reader],
      [own?.id, stranger.reader],
    ] as const)
      expect(await statusOf(id, credential)).toBe(404)
    expect(await logged(app.token, `?credential=key_${key.id}`)).toEqual([])
    expect((await lane.request("/v1/keys", { key: app.token })).json.error.code).toBe("insufficient_scope")
    const answers: ApiResponse[] = []
    for (const path of ["/v1/limits", `/v1/usage?from=${HOUR_AGO}`, "/v1/requests", "/v1/keys"])
      answers.push(await lane.request(path, { key }))
    expect(answers.map(({ json }) => json.error.code)).toEqual(Array.from({ length: 4 }, () => "insufficient_scope"))
  })

  test("the requests of a client's own token are those of its developer, in its mode", async () => {
    const { account, reader } = await holder()
    const sandboxReader = await lane.marketplace.key(account, { mode: "test", scopes: ["usage.read"] })
    const app = await registerApp(lane.marketplace, { owner: account })
    const testClient = await addTestClient(lane.marketplace, app)
    for (const [client, kind, times] of [
      [app, "client_token", 2],
      [testClient, "test_client_token", 3],
    ] as const) {
      const token = mintCredential(kind)
      await lane.marketplace.rows(
        "INSERT INTO oauth_client_token (hash, app_id, scopes, expires_at) VALUES ($1, $2, '{app.events.read}', now() + interval '1 hour')",
        [hashCredential(token), client.id],
      )
      await send(token, Array<string>(times).fill("/v1/events"))
    }
    const clients = [app.id, testClient.id]
    const counted = async (by: TestKey) =>
      (await usage(by, "&group_by=key&interval=range")).flatMap(({ key, requests }) =>
        clients.includes(key ?? "") ? [[key, requests]] : [],
      )
    await expect.poll(() => counted(sandboxReader), { timeout: 10_000 }).toEqual([[testClient.id, 3]])
    await expect.poll(() => counted(reader), { timeout: 10_000 }).toEqual([[app.id, 2]])
    for (const [by, own, other, times] of [
      [reader, app.id, testClient.id, 2],
      [sandboxReader, testClient.id, app.id, 3],
    ] as const) {
      const [newest, ...older] = await logged(by, `?credential=${own}`)
      expect([older.length + 1, await logged(by, `?credential=${other}`)]).toEqual([times, []])
      const { json } = await lane.request(`/v1/requests/${String(newest?.id)}`, { key: by })
      expect(json.data.credential).toEqual({ kind: "oauth", name: "Shop Sync", hint: null })
    }
  })

  test.each([
    ["to", `from=${HOUR_AGO}&to=${HOUR_AGO}`],
    ["from", "from=2020-01-01T00:00:00Z"],
    ["from", "from=yesterday"],
    ["interval", `from=${HOUR_AGO}&interval=minute`],
    ["group_by", `from=${HOUR_AGO}&group_by=ip`],
  ])("a range or group that cannot be counted is refused: %s", async (param, query) => {
    const { reader } = await holder()
    const { status, json } = await lane.request(`/v1/usage?${query}`, { key: reader })
    expect([status, json.error.details.map((detail) => detail.param)]).toEqual([422, [param]])
  })
})
