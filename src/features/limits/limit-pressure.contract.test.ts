import { afterAll, beforeAll, expect, test } from "vitest"
import { Lane } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"

// limit.approaching is recorded when a key uses 80 % of its limit in three windows of five minutes.

let lane: Lane

beforeAll(async () => {
  lane = await Lane.lease("fast")
})
afterAll(() => lane.close())

const LIMIT = 10
const call = async (key: TestKey, times: number): Promise<void> => {
  await Promise.all(Array.from({ length: times }, () => lane.request("/v1/me", { key })))
}
/** Ends the key's window, as if its minute had gone by. */
const endWindow = (key: TestKey): Promise<unknown> =>
  lane.marketplace.rows("DELETE FROM rate_limit WHERE subject = $1", [`credential:${key.id}`])
const reached = async (key: TestKey): Promise<number> =>
  (
    await lane.marketplace.rows<{ reached: Date[] }>("SELECT reached FROM limit_pressure WHERE credential_id = $1", [
      key.id,
    ])
  )[0]?.reached.length ?? 0
/** A window in which 80 % are used. */
const busyWindow = async (key: TestKey, windows: number): Promise<void> => {
  await call(key, 8)
  await expect.poll(() => reached(key)).toBe(windows)
  await endWindow(key)
}
const events = async (key: TestKey) =>
  (await lane.request("/v1/events?type=limit.approaching", { key })).json.data as unknown as {
    livemode: boolean
    data: object
  }[]

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
