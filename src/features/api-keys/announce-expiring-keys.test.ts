import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { announceExpiringKeys } from "@/features/api-keys/announce-expiring-keys"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"

// key.expiring is recorded 7 days and 1 day before a key expires, once each.

let marketplace: WebhookMarketplace
let account: string
let endpoint: string

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
})
afterAll(() => marketplace.close())
beforeEach(async () => {
  account = await marketplace.account()
  endpoint = (await marketplace.endpoint(account, "https://hooks.example/", { events: ["key.expiring"] })).id
})

/** A key that expires in so many hours. */
async function key(
  hours: number,
  { created = 2_000, mode = "live" }: { created?: number; mode?: "live" | "test" } = {},
): Promise<string> {
  const { id } = await marketplace.key(account, { mode })
  await marketplace.rows(
    "UPDATE api_key SET expires_at = now() + make_interval(hours => $2), created_at = now() - make_interval(hours => $3) WHERE id = $1",
    [id, hours, created],
  )
  return id
}
interface Said {
  data: { id: string; days_left: number; last_four: string; status: string }
  livemode: boolean
}
function said(): Promise<Said[]> {
  return marketplace.rows(
    "SELECT data, livemode FROM webhook_event WHERE account_id = $1 AND type = 'key.expiring' ORDER BY id",
    [account],
  )
}
async function daysOf(): Promise<[string, number][]> {
  return (await said()).map(({ data }): [string, number] => [data.id, data.days_left])
}

test("a key is announced 7 days before it expires and again 1 day before, by however many workers", async () => {
  const id = await key(7 * 24 + 1)
  await announceExpiringKeys()
  expect(await said()).toEqual([])
  const pass = (hours: number): Promise<unknown> =>
    marketplace.rows(
      "UPDATE api_key SET expires_at = expires_at - make_interval(hours => $2), created_at = created_at - make_interval(hours => $2) WHERE id = $1",
      [id, hours],
    )
  await pass(2)
  await Promise.all([announceExpiringKeys(), announceExpiringKeys(), announceExpiringKeys()])
  expect(await daysOf()).toEqual([[`key_${id}`, 7]])
  const [first] = await said()
  expect(first).toMatchObject({ livemode: true, data: { status: "active", last_four: expect.any(String) as string } })
  await announceExpiringKeys()
  expect(await daysOf()).toHaveLength(1)
  await marketplace.rows("UPDATE api_key SET expires_at = now() + interval '23 hours' WHERE id = $1", [id])
  await announceExpiringKeys()
  await announceExpiringKeys()
  expect(await daysOf()).toEqual([
    [`key_${id}`, 7],
    [`key_${id}`, 1],
  ])
  expect(await marketplace.deliveries(endpoint)).toHaveLength(2)
})

test("only the latest notice is sent if no worker ran for days, and none before the key was created", async () => {
  const late = await key(12)
  const short = await key(3 * 24, { created: 1 })
  const test = await key(20, { mode: "test" })
  await announceExpiringKeys()
  expect((await daysOf()).sort()).toEqual(
    [
      [`key_${late}`, 1],
      [`key_${test}`, 1],
    ].sort(),
  )
  expect((await said()).map(({ livemode }) => livemode).sort()).toEqual([false, true])
  expect((await daysOf()).map(([id]) => id)).not.toContain(`key_${short}`)
})

test("revoked and expired keys are not announced", async () => {
  const revoked = await key(12)
  await key(-1)
  await marketplace.rows("UPDATE api_key SET revoked_at = now() WHERE id = $1", [revoked])
  await announceExpiringKeys()
  expect(await said()).toEqual([])
})
