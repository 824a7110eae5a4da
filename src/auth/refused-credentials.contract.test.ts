import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { REFUSED_CREDENTIALS_LIMIT } from "@/auth/refused-credentials"
import { mintCredential } from "@/platform/secrets"
import { Lane, LANES } from "@/testing/fixtures/lane"
import { registerApp, type TestApp } from "@/testing/fixtures/oauth-apps"

// Bad credentials are counted per network before the database is queried.

describe.each(LANES)("refused credentials, on the %s lane", (name) => {
  let lane: Lane
  let account: string
  let app: TestApp
  beforeAll(async () => {
    lane = await Lane.open(name, { TRUST_PROXY: "1" })
    account = await lane.marketplace.account()
    app = await registerApp(lane.marketplace, { owner: account })
  })
  afterAll(() => lane.close())

  const from = (ip: string) => ({ "x-forwarded-for": ip })
  const me = (credential: string, ip: string) => lane.request("/v1/me", { key: credential, headers: from(ip) })
  const token = async (secret: string, ip: string) => {
    const body = new URLSearchParams({
      grant_type: "refresh_token",
      refresh_token: mintCredential("refresh_token"),
      client_id: app.clientId,
      client_secret: secret,
    })
    const response = await fetch(`${lane.url}/oauth/token`, { method: "POST", body, headers: from(ip) })
    return {
      status: response.status,
      retryAfter: Number(response.headers.get("retry-after")),
      error: ((await response.json()) as { error: string }).error,
    }
  }
  const userinfo = async (credential: string, ip: string) =>
    (
      await fetch(`${lane.url}/oauth/userinfo`, {
        headers: { ...from(ip), authorization: `Bearer ${credential}` },
      })
    ).status

  /** Sends bad credentials of all kinds until the network's limit is exhausted, and one more. */
  const useUp = async (ip: string): Promise<number[]> => {
    const send = [
      () => me(mintCredential("live_key"), ip),
      () => me("no-credential", ip),
      () => me(mintCredential("access_token"), ip),
      () => token(mintCredential("client_secret"), ip),
    ]
    const statuses: number[] = []
    for (let index = 0; index <= REFUSED_CREDENTIALS_LIMIT; index++)
      statuses.push((await send[index % send.length]?.())?.status ?? 0)
    return statuses
  }

  test("a network over the limit gets 429 with Retry-After from all endpoints, and other networks do not", async () => {
    const statuses = await useUp("203.0.113.1")
    expect([new Set(statuses.slice(0, -1)), statuses.at(-1)]).toEqual([new Set([401]), 429])
    const refused = await me(mintCredential("live_key"), "203.0.113.1")
    expect([refused.status, refused.json.error.code]).toEqual([429, "rate_limit_exceeded"])
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1)
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(60)
    const client = await token(mintCredential("client_secret"), "203.0.113.1")
    expect([client.status, client.error]).toEqual([429, "temporarily_unavailable"])
    expect(client.retryAfter).toBeGreaterThanOrEqual(1)
    expect(await userinfo(mintCredential("access_token"), "203.0.113.1")).toBe(429)
    expect((await me(mintCredential("live_key"), "203.0.113.2")).status).toBe(401)
    // Operations without a credential are unaffected.
    expect((await lane.request("/v1/status", { headers: from("203.0.113.1") })).status).toBe(200)
  })

  test("the addresses of an IPv6 /64 share one limit", async () => {
    for (let index = 0; index < REFUSED_CREDENTIALS_LIMIT; index++)
      await me(mintCredential("live_key"), `2001:db8:1:2::${index + 1}`)
    expect((await me(mintCredential("live_key"), "2001:db8:1:2:ffff::1")).status).toBe(429)
    expect((await me(mintCredential("live_key"), "2001:db8:1:3::1")).status).toBe(401)
  })

  test("credentials that were valid before still work from a limited network, until they are revoked", async () => {
    const key = await lane.marketplace.key(account)
    const [known, unknown] = [key.secret, (await lane.marketplace.key(account)).secret]
    expect((await me(known, "203.0.113.3")).status).toBe(200)
    expect((await token(app.secret ?? "", "203.0.113.3")).error).toBe("invalid_grant")
    await useUp("203.0.113.3")
    expect((await me(known, "203.0.113.3")).status).toBe(200)
    expect((await token(app.secret ?? "", "203.0.113.3")).error).toBe("invalid_grant")
    expect((await me(unknown, "203.0.113.4")).status).toBe(200)
    await lane.marketplace.rows("UPDATE api_key SET revoked_at = now() WHERE id = $1", [key.id])
    await expect.poll(async () => (await me(known, "203.0.113.3")).status, { timeout: 5_000 }).toBe(429)
    expect((await me(known, "203.0.113.4")).status).toBe(401)
  })

  test("a new key works from a flooding network within a few attempts", async () => {
    await useUp("203.0.113.6")
    const repeated = mintCredential("live_key")
    let flooding = true
    const flood = [repeated, repeated, "no-credential", `${repeated}x`].map(async (credential) => {
      while (flooding) expect((await me(credential, "203.0.113.6")).status).toBe(429)
    })
    const { secret } = await lane.marketplace.key(account)
    const statuses: number[] = []
    while (statuses.length < 8 && statuses.at(-1) !== 200) {
      if (statuses.length > 0) await sleep(1_000)
      statuses.push((await me(secret, "203.0.113.6")).status)
    }
    flooding = false
    await Promise.all(flood)
    expect(statuses.at(-1)).toBe(200)
    // It is accepted every time from then on.
    expect(await Promise.all(Array.from({ length: 20 }, async () => (await me(secret, "203.0.113.6")).status))).toEqual(
      Array(20).fill(200),
    )
  })

  test("unknown codes and refresh tokens count for a public client, but not for a confidential one", async () => {
    const open = await registerApp(lane.marketplace, { owner: account, type: "public" })
    const send = async (parameters: Record<string, string>, ip: string) =>
      (
        await fetch(`${lane.url}/oauth/token`, {
          method: "POST",
          body: new URLSearchParams(parameters),
          headers: from(ip),
        })
      ).status
    const refresh = () => ({ grant_type: "refresh_token", refresh_token: mintCredential("refresh_token") })
    const exchange = () => ({
      grant_type: "authorization_code",
      code: mintCredential("authorization_code"),
      redirect_uri: open.redirectUri,
    })
    const statuses: number[] = []
    for (let index = 0; index <= REFUSED_CREDENTIALS_LIMIT; index++) {
      statuses.push(
        await send({ client_id: open.clientId, ...(index % 2 === 0 ? refresh() : exchange()) }, "203.0.113.7"),
      )
    }
    expect([new Set(statuses.slice(0, -1)), statuses.at(-1)]).toEqual([new Set([400]), 429])
    expect(await send({ client_id: open.clientId, ...refresh() }, "203.0.113.7")).toBe(429)
    for (let index = 0; index <= REFUSED_CREDENTIALS_LIMIT; index++) {
      expect(
        await send({ client_id: app.clientId, client_secret: app.secret ?? "", ...refresh() }, "203.0.113.8"),
      ).toBe(400)
    }
  })

  test("most credentials from a limited network are rejected without a database query", async () => {
    await useUp("203.0.113.5")
    const holder = await lane.marketplace.db.connect()
    await holder.query(
      "BEGIN; LOCK TABLE api_key_secret, oauth_app_secret, oauth_access_token, rate_limit IN ACCESS EXCLUSIVE MODE",
    )
    try {
      const statuses: number[] = []
      const requests = Array.from({ length: 60 }, async (_, index) => {
        const send = [
          () => me(mintCredential("live_key"), "203.0.113.5"),
          () => me(mintCredential("access_token"), "203.0.113.5"),
          () => token(mintCredential("client_secret"), "203.0.113.5"),
        ]
        statuses.push((await send[index % send.length]?.())?.status ?? 0)
      })
      await expect.poll(() => statuses.length, { timeout: 10_000 }).toBeGreaterThanOrEqual(45)
      await holder.query("ROLLBACK")
      await Promise.all(requests)
      expect(new Set(statuses)).toEqual(new Set([429]))
    } finally {
      await holder.query("ROLLBACK")
      holder.release()
    }
  })
})
