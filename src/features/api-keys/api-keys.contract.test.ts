import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { ApiKey, NewApiKey } from "@/features/api-keys/schema"
import { Lane } from "@/testing/fixtures/lane"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { retryRequestOnStall } from "@/testing/fixtures/machine-stalls"

describe("API keys in the portal", () => {
  let lane: Lane

  beforeAll(async () => {
    lane = await Lane.lease("fast")
  })
  afterAll(() => lane.close())

  const holder = async (email: string) => {
    const account = await lane.marketplace.account({ email })
    const client = await lane.signedIn(account)
    return { account, client }
  }
  const input = { name: "Sync", scopes: ["profile.read"] }
  const create = async (client: PortalClient, more: object = {}) =>
    client.mutate<{ data: NewApiKey }>("portalKeys.create", { ...input, ...more })
  const codeOf = async (secret: string): Promise<string> => {
    const { status, json } = await lane.request("/v1/me", { key: secret })
    return status === 200 ? "works" : json.error.code
  }

  test("a key has the API version that was chosen when it was created, until it is changed to another that there is", async () => {
    const { client } = await holder("version@example.in")
    const { key } = (await create(client, { api_version: "2026-05-01" })).data.data
    expect([key.api_version, (await create(client)).data.data.key.api_version]).toEqual(["2026-05-01", "2026-05-01"])
    const unknown = await create(client, { api_version: "2031-01-01" })
    expect([unknown.problem, unknown.details.map(({ param }) => param)]).toEqual(["validation_failed", ["api_version"]])
    const { data } = (await client.query<{ data: string[] }>("portalKeys.versions")).data
    expect(data).toEqual(["2026-05-01"])
    const refused = await client.mutate("portalKeys.update", { id: key.id, api_version: "2031-01-01" })
    expect([refused.problem, refused.details.map(({ param }) => param)]).toEqual(["validation_failed", ["api_version"]])
    const stored = () => lane.marketplace.rows("SELECT api_version FROM api_key WHERE id = $1", [key.id.slice(4)])
    await lane.marketplace.rows("UPDATE api_key SET api_version = '2025-01-01' WHERE id = $1", [key.id.slice(4)])
    expect((await client.mutate("portalKeys.update", { id: key.id, name: "Other" })).status).toBe(200)
    expect(await stored()).toEqual([{ api_version: "2025-01-01" }])
    expect((await client.mutate("portalKeys.update", { id: key.id, api_version: "2026-05-01" })).status).toBe(200)
    expect(await stored()).toEqual([{ api_version: null }])
  })

  test("a key is created, listed without its secret, used, rolled and revoked", async () => {
    const { client } = await holder("life@example.in")
    const { data } = await create(client, { name: "  Sync  ", allowed_ips: ["127.0.0.1", "::1"], rate_limit: 50 })
    const { key, secret } = data.data
    expect(secret).toMatch(/^haat_live_[0-9A-Za-z]{36}$/)
    expect(key).toMatchObject({
      name: "Sync",
      mode: "live",
      status: "active",
      scopes: ["profile.read"],
      prefix: "haat_live_",
      last_four: secret.slice(-4),
      rate_limit: 50,
      last_used_at: null,
    })
    expect((await lane.request("/v1/me", { key: secret })).headers.get("x-ratelimit-limit")).toBe("50")
    const list = await client.query<{ data: ApiKey[] }>("portalKeys.list")
    expect(JSON.stringify(list.data)).not.toContain(secret.slice(10, 40))
    expect(list.data.data.map(({ id }) => id)).toEqual([key.id])

    const rolled = await client.mutate<{ data: NewApiKey }>("portalKeys.roll", { id: key.id, overlap: "1h" })
    const second = rolled.data.data.secret
    expect(rolled.data.data.key).toMatchObject({
      id: key.id,
      last_four: second.slice(-4),
      old_secrets: [{ last_four: secret.slice(-4) }],
    })
    expect([await codeOf(secret), await codeOf(second)]).toEqual(["works", "works"])
    const third = (await client.mutate<{ data: NewApiKey }>("portalKeys.roll", { id: key.id, overlap: "now" })).data
      .data.secret
    expect([await codeOf(secret), await codeOf(second), await codeOf(third)]).toEqual([
      "token_revoked",
      "token_revoked",
      "works",
    ])

    await expect
      .poll(async () => (await client.query<{ calls: number }>("portalKeys.recentCalls", { id: key.id })).data.calls)
      .toBeGreaterThanOrEqual(3)
    expect((await client.mutate("portalKeys.revoke", { id: key.id })).status).toBe(200)
    expect([await codeOf(secret), await codeOf(third)]).toEqual(["token_revoked", "token_revoked"])
    // A client that did not get the response repeats the request.
    expect((await client.mutate("portalKeys.revoke", { id: key.id })).status).toBe(200)
    expect((await client.mutate("portalKeys.roll", { id: key.id, overlap: "now" })).problem).toBe("invalid_state")
    const audit = await lane.marketplace.rows(
      "SELECT action FROM audit_entry WHERE subject = $1 ORDER BY created_at, id",
      [key.id.slice(4)],
    )
    expect(audit).toEqual(
      ["api_key.created", "api_key.rolled", "api_key.rolled", "api_key.revoked"].map((action) => ({ action })),
    )
    const [leak] = await lane.marketplace.rows<{ n: number }>(
      "SELECT count(*)::int AS n FROM audit_entry e WHERE e::text LIKE '%' || $1 || '%'",
      [third.slice(10, 40)],
    )
    expect(leak?.n).toBe(0)
  })

  test("several keys are revoked together, each with an audit entry, or none of them", async () => {
    const { client } = await holder("several@example.in")
    const { client: stranger } = await holder("several-stranger@example.in")
    const [first, second] = [(await create(client)).data.data, (await create(client)).data.data]
    const foreign = (await create(stranger)).data.data
    const revokeMany = (ids: string[]) => client.mutate<{ revoked: number }>("portalKeys.revokeMany", { ids })
    for (const other of [foreign.key.id, "key_x", "key_00000000-0000-0000-0000-000000000000"])
      expect([other, (await revokeMany([first.key.id, other])).problem]).toEqual([other, "not_found"])
    expect((await revokeMany([])).problem).toBe("validation_failed")
    expect([await codeOf(first.secret), await codeOf(foreign.secret)]).toEqual(["works", "works"])
    expect((await revokeMany([first.key.id, second.key.id, first.key.id])).data).toEqual({ revoked: 2 })
    expect([await codeOf(first.secret), await codeOf(second.secret)]).toEqual(["token_revoked", "token_revoked"])
    // A client that did not get the response repeats the request.
    expect((await revokeMany([first.key.id, second.key.id])).data).toEqual({ revoked: 0 })
    const audit = await lane.marketplace.rows<{ subject: string }>(
      "SELECT subject FROM audit_entry WHERE action = 'api_key.revoked' AND subject = ANY ($1) ORDER BY subject",
      [[first, second, foreign].map(({ key }) => key.id.slice(4))],
    )
    expect(audit.map(({ subject }) => subject)).toEqual([first, second].map(({ key }) => key.id.slice(4)).toSorted())
  })

  test("keys of other accounts cannot be seen or changed", async () => {
    const { client } = await holder("mine@example.in")
    const { client: stranger } = await holder("stranger@example.in")
    const { key, secret } = (await create(client)).data.data
    expect((await stranger.query<{ data: ApiKey[] }>("portalKeys.list")).data.data).toEqual([])
    for (const id of [key.id, "key_x", "acc_1", "", "key_00000000-0000-0000-0000-000000000000"]) {
      expect([id, (await stranger.mutate("portalKeys.revoke", { id })).problem]).toEqual([id, "not_found"])
      expect([id, (await stranger.mutate("portalKeys.roll", { id, overlap: "now" })).problem]).toEqual([
        id,
        "not_found",
      ])
      expect([id, (await stranger.mutate("portalKeys.update", { id, allowed_ips: ["203.0.113.7"] })).problem]).toEqual([
        id,
        "not_found",
      ])
    }
    expect((await stranger.query("portalKeys.recentCalls", { id: key.id })).problem).toBe("not_found")
    expect(await codeOf(secret)).toBe("works")
  })

  test("creating a key requires a session and a confirmed email address", async () => {
    expect((await create(new PortalClient(lane.url))).problem).toBe("authentication_required")
    const { account, client } = await holder("unverified@example.in")
    await lane.marketplace.rows("UPDATE account SET email_verified_at = NULL WHERE id = $1", [account])
    expect((await create(client)).problem).toBe("email_not_verified")
  })

  test.each([
    [{ name: "" }, "name"],
    [{ name: "x".repeat(81) }, "name"],
    [{ mode: "test" }, ""],
    [{ scopes: [] }, "scopes"],
    [{ scopes: ["openid"] }, "scopes.0"],
    [{ scopes: ["seller.orders.read"] }, "scopes"],
    [{ scopes: ["seller.orders.write", "profile.read"] }, "scopes"],
    [{ rate_limit: 301 }, "rate_limit"],
    [{ rate_limit: 0 }, "rate_limit"],
    [{ expires_at: "2020-01-01T00:00:00Z" }, "expires_at"],
    [{ expires_at: "tomorrow" }, "expires_at"],
    [{ expires_at: "9999-12-31T23:59:59-23:59" }, "expires_at"],
    [{ allowed_ips: ["10.0.0.0/33"] }, "allowed_ips.0"],
    [{ allowed_ips: "10.0.0.1" }, "allowed_ips"],
  ])("an invalid key is rejected with its field: %j", async (more, param) => {
    const { client } = await holder(`bad-${Math.random()}@example.in`)
    const response = await create(client, more)
    expect([response.problem, response.details[0]?.param]).toEqual(["validation_failed", param])
    expect((await client.query<{ data: ApiKey[] }>("portalKeys.list")).data.data).toEqual([])
  })

  test("a key's name, allowed networks and limit can be changed, with immediate effect", async () => {
    const { client } = await holder("changes@example.in")
    const { key, secret } = (await create(client)).data.data
    const update = async (changes: object) =>
      client.mutate<{ data: ApiKey }>("portalKeys.update", { id: key.id, ...changes })
    const limit = async (): Promise<string | null> =>
      (await lane.request("/v1/me", { key: secret })).headers.get("x-ratelimit-limit")
    expect(await limit()).toBe("300")
    const changed = {
      name: "Night sync",
      rate_limit: 20,
      rate_limit_max: 300,
      allowed_ips: ["203.0.113.0/24"],
      scopes: ["profile.read"],
      last_four: secret.slice(-4),
    }
    expect(
      (await update({ name: "  Night sync  ", rate_limit: 20, allowed_ips: ["203.0.113.0/24"] })).data.data,
    ).toMatchObject(changed)
    expect(await codeOf(secret)).toBe("ip_not_allowed")
    expect((await update({ allowed_ips: [] })).data.data).toMatchObject({ ...changed, allowed_ips: [] })
    expect([await codeOf(secret), await limit()]).toEqual(["works", "20"])
    expect((await update({ rate_limit: 300 })).status).toBe(200)
    expect(await limit()).toBe("300")
    expect(
      await lane.marketplace.rows("SELECT name, rate_limit FROM api_key WHERE id = $1", [key.id.slice(4)]),
    ).toEqual([{ name: "Night sync", rate_limit: null }])

    // A limit that staff raised can be lowered, and then not be raised again.
    await lane.marketplace.rows("UPDATE api_key SET rate_limit = 5000 WHERE id = $1", [key.id.slice(4)])
    expect((await client.query<{ data: ApiKey[] }>("portalKeys.list")).data.data[0]).toMatchObject({
      rate_limit: 5000,
      rate_limit_max: 5000,
    })
    expect((await update({ rate_limit: 5001 })).details[0]).toMatchObject({ param: "rate_limit", code: "too_big" })
    expect((await update({ name: "Day sync" })).data.data.rate_limit).toBe(5000)
    expect((await update({ rate_limit: 4000 })).data.data).toMatchObject({ rate_limit: 4000, rate_limit_max: 4000 })
    expect((await update({ rate_limit: 5000 })).problem).toBe("validation_failed")

    expect((await update({})).status).toBe(200)
    const entries = await lane.marketplace.rows(
      "SELECT data FROM audit_entry WHERE subject = $1 AND action = 'api_key.updated' ORDER BY created_at, id",
      [key.id.slice(4)],
    )
    expect(entries).toHaveLength(5)
    expect(entries[0]).toEqual({
      data: {
        before: { name: "Sync", allowed_ips: [], rate_limit: null, api_version: null },
        after: { name: "Night sync", allowed_ips: ["203.0.113.0/24"], rate_limit: 20, api_version: null },
      },
    })
    await lane.marketplace.rows("UPDATE api_key SET expires_at = now() WHERE id = $1", [key.id.slice(4)])
    expect((await update({ name: "Too late" })).problem).toBe("invalid_state")
  })

  test.each([
    [{ name: " " }, "name"],
    [{ name: "x".repeat(81) }, "name"],
    [{ rate_limit: 301 }, "rate_limit"],
    [{ rate_limit: 0 }, "rate_limit"],
    [{ rate_limit: null }, "rate_limit"],
    [{ allowed_ips: ["203.0.113.7", "10.0.0.0/33"] }, "allowed_ips.1"],
  ])("an invalid change is rejected with its field and changes nothing: %j", async (more, param) => {
    const { client } = await holder(`bad-${Math.random()}@example.in`)
    const { key } = (await create(client)).data.data
    const response = await client.mutate("portalKeys.update", { id: key.id, name: "Changed", ...more })
    expect([response.problem, response.details[0]?.param]).toEqual(["validation_failed", param])
    expect((await client.query<{ data: ApiKey[] }>("portalKeys.list")).data.data).toEqual([key])
  })

  test("concurrent changes of a key are both kept", async () => {
    const { client } = await holder("two@example.in")
    const { key } = (await create(client)).data.data
    await Promise.all(
      [{ name: "Both" }, { rate_limit: 7 }, { allowed_ips: ["203.0.113.7"] }].map((change) =>
        client.mutate("portalKeys.update", { id: key.id, ...change }),
      ),
    )
    expect((await client.query<{ data: ApiKey[] }>("portalKeys.list")).data.data[0]).toMatchObject({
      name: "Both",
      rate_limit: 7,
      allowed_ips: ["203.0.113.7"],
    })
  })

  test("members of a store can grant the seller scopes", async () => {
    const { account, client } = await holder("seller@example.in")
    await lane.marketplace.store("Mithila Haat", { owner: account })
    const { secret } = (await create(client, { scopes: ["seller.orders.read"] })).data.data
    expect((await lane.request("/v1/seller/orders", { key: secret })).status).toBe(200)
  })

  test("any account can grant the seller scopes to a test key, for the store of its sandbox", async () => {
    const { client } = await holder("tester@example.in")
    const scopes = ["seller.orders.read"]
    expect((await create(client, { scopes })).problem).toBe("validation_failed")
    const { secret } = (await create(client.inMode("sandbox"), { scopes })).data.data
    const { json } = await lane.request("/v1/seller/orders", { key: secret })
    expect([json.meta.total > 0, json.data.every(({ livemode }) => livemode === false)]).toEqual([true, true])
  })

  test("30 concurrent requests create 25 keys", async () => {
    const { client } = await holder("many@example.in")
    const responses = await Promise.all(Array.from({ length: 30 }, () => retryRequestOnStall(() => create(client))))
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(25)
    expect(responses.filter(({ problem }) => problem === "invalid_state")).toHaveLength(5)
    const keys = (await client.query<{ data: ApiKey[] }>("portalKeys.list")).data.data
    await client.mutate("portalKeys.revoke", { id: keys[0]?.id })
    expect((await create(client)).status).toBe(200)
  })

  test("requests do not wait long for a locked account or key", async () => {
    const { account, client } = await holder("held@example.in")
    const { key } = (await create(client)).data.data
    const holding = await lane.marketplace.db.connect()
    await holding.query("BEGIN")
    await holding.query("SELECT FROM account WHERE id = $1 FOR UPDATE", [account])
    await holding.query("SELECT FROM api_key WHERE id = $1 FOR UPDATE", [key.id.slice(4)])
    const body = {
      "portalKeys.create": input,
      "portalKeys.update": { id: key.id, name: "Held" },
      "portalKeys.roll": { id: key.id, overlap: "now" },
      "portalKeys.revoke": { id: key.id },
      "portalKeys.revokeMany": { ids: [key.id] },
    }
    const answered = Promise.all(
      Object.entries(body).map(async ([name, sent]) => [name, await client.mutate(name, sent)] as const),
    )
    const responses = await Promise.race([answered, sleep(40_000, [], { ref: false })])
    await holding.query("ROLLBACK")
    holding.release()
    expect(responses.map(([name, { status, problem, retryAfter }]) => ({ name, status, problem, retryAfter }))).toEqual(
      Object.keys(body).map((name) => ({ name, status: 503, problem: "unavailable", retryAfter: 5 })),
    )
    expect((await client.mutate("portalKeys.revoke", { id: key.id })).status).toBe(200)
  })

  test("a key rolled ten times concurrently has one permanent secret", async () => {
    const { client } = await holder("rolls@example.in")
    const { key } = (await create(client)).data.data
    const rolls = await Promise.all(
      Array.from({ length: 10 }, () =>
        retryRequestOnStall(() =>
          client.mutate<{ data: NewApiKey }>("portalKeys.roll", { id: key.id, overlap: "now" }),
        ),
      ),
    )
    expect(rolls.map(({ status }) => status)).toEqual(Array(10).fill(200))
    const codes = await Promise.all(rolls.map(({ data }) => codeOf(data.data.secret)))
    expect(codes.filter((code) => code === "works")).toHaveLength(1)
  })
})
