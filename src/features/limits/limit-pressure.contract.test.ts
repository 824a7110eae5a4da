import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, expect, test } from "vitest"
import { hashCredential, mintCredential } from "@/platform/secrets"
import type { Lane } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"
import { OauthProvider } from "@/testing/fixtures/oauth-provider"

// limit.approaching is recorded when a key, or the tokens of an app, use 80 % of its limit in three windows of five minutes.

let provider: OauthProvider
let lane: Lane

beforeAll(async () => {
  provider = await OauthProvider.lease("fast")
  lane = provider.lane
})
afterAll(() => provider.close())

const LIMIT = 10
async function call(key: TestKey, times: number): Promise<void> {
  await Promise.all(Array.from({ length: times }, () => lane.request("/v1/me", { key })))
}
/** Ends the key's window, as if its minute had gone by. */
function endWindow(key: TestKey): Promise<unknown> {
  return lane.marketplace.rows("DELETE FROM rate_limit WHERE subject = $1", [`credential:${key.id}`])
}
async function reached(key: TestKey): Promise<number> {
  return (
    (
      await lane.marketplace.rows<{ reached: Date[] }>("SELECT reached FROM limit_pressure WHERE credential_id = $1", [
        key.id,
      ])
    )[0]?.reached.length ?? 0
  )
}
/** A window in which all of the limit is used, so that 80 % are reached once. */
async function busyWindow(key: TestKey, windows: number): Promise<void> {
  await call(key, LIMIT)
  await expect.poll(() => reached(key)).toBe(windows)
  await endWindow(key)
}
async function events(key: TestKey) {
  return (await lane.request("/v1/events?type=limit.approaching", { key })).json.data as unknown as {
    livemode: boolean
    data: object
  }[]
}

test("a key that uses 80 % of its limit in three windows of five minutes causes one event", async () => {
  const account = await lane.marketplace.account()
  const key = await lane.marketplace.key(account, { rateLimit: LIMIT, mode: "test" })
  const reader = await lane.marketplace.key(account, { mode: "test" })
  await call(key, 7)
  await endWindow(key)
  await busyWindow(key, 1)
  await busyWindow(key, 2)
  expect(await events(reader)).toEqual([])
  await call(key, 8)
  await expect.poll(() => events(reader)).toHaveLength(1)
  expect((await events(reader))[0]).toMatchObject({
    type: "limit.approaching",
    livemode: false,
    data: {
      credential: { type: "api_key", id: `key_${key.id}`, name: "test", last_four: key.secret.slice(-4) },
      limit: LIMIT,
      window_seconds: 60,
      reached_at: [expect.any(String), expect.any(String), expect.any(String)],
    },
  })
  await endWindow(key)
  await busyWindow(key, 4)
  expect(await events(reader)).toHaveLength(1)

  // Two minutes of five are not enough, and after an hour without one it is told again.
  await lane.marketplace.rows(
    "UPDATE limit_pressure SET reached_at = reached_at - interval '61 minutes', reached = ARRAY(SELECT at - interval '61 minutes' FROM unnest(reached) AS at) WHERE credential_id = $1",
    [key.id],
  )
  await busyWindow(key, 1)
  await busyWindow(key, 2)
  expect(await events(reader)).toHaveLength(1)
  await call(key, 8)
  await expect.poll(() => events(reader)).toHaveLength(2)
})

test("an app receives limit.approaching for a person's tokens and its own, with the person's account", async () => {
  const app = await provider.app({ type: "confidential", required: ["openid"], optional: ["profile.read"] })
  const own = await provider.clientToken(app)
  const person = await lane.marketplace.account()
  const grant = await provider.consent(person, app, ["openid", "profile.read"])
  const token = mintCredential("access_token")
  await lane.marketplace.rows(
    "INSERT INTO oauth_access_token (hash, grant_id, authorization_id, scopes, expires_at) VALUES ($1, $2, $3, '{openid,profile.read}', now() + interval '1 hour')",
    [hashCredential(token), grant, uuidv7()],
  )
  const approaching = async () => {
    const { json } = await lane.request("/v1/events?type=limit.approaching", { key: own })
    return json.data as unknown as { account?: { id: string }; data: { limit: number; credential: object } }[]
  }
  const { headers } = await lane.request("/v1/me", { key: token })
  const limit = Number(headers.get("x-ratelimit-limit"))
  expect(limit).toBeGreaterThan(0)
  /** Uses most of a credential's window, whose begin is counted already. */
  const useMost = (credential: string) =>
    lane.marketplace.rows("UPDATE rate_limit SET requests = $2 WHERE subject = $1 RETURNING requests", [
      `credential:${credential}`,
      Math.ceil(limit * 0.8) - 1,
    ])
  for (const [credential, key, path, account] of [
    [grant, token, "/v1/me", `acc_${person}`],
    [app.id, own, "/v1/events", undefined],
  ] as const) {
    const before = (await approaching()).length
    for (let window = 1; window <= 3; window++) {
      await lane.request(path, { key })
      expect(await useMost(credential)).toHaveLength(1)
      await lane.request(path, { key })
      await expect.poll(() => reached({ id: credential, secret: "" })).toBe(window)
      await endWindow({ id: credential, secret: "" })
    }
    await expect.poll(approaching).toHaveLength(before + 1)
    const [event] = await approaching()
    expect(event?.account?.id).toBe(account)
    expect(event?.data).toMatchObject({ limit, credential: { type: "app", id: app.clientId, name: "Shop Sync" } })
  }
  const developer = await lane.marketplace.key(app.ownerId)
  expect(await events(developer)).toEqual([])
  expect(await events(await lane.marketplace.key(person))).toEqual([])
})
