import { afterAll, beforeAll, expect, test } from "vitest"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"
import { cleanUp } from "@/worker/clean-up"

let marketplace: WebhookMarketplace

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
})
afterAll(() => marketplace.close())

test("an account without data is deleted after seven days without verification, and no other is", async () => {
  const age = async (days: number, more = "", verified = false): Promise<string> => {
    const id = await marketplace.account()
    await marketplace.rows(
      `UPDATE account SET created_at = now() - make_interval(days => $2), email_verified_at = ${verified ? "now()" : "NULL"}${more} WHERE id = $1`,
      [id, days],
    )
    await marketplace.rows(
      "INSERT INTO session (id, account_id, expires_at) VALUES (gen_random_uuid(), $1, now() + interval '1 day')",
      [id],
    )
    return id
  }
  const [old, young, verified, locked, deleted, staff] = [
    await age(8),
    await age(6),
    await age(8, "", true),
    await age(8, ", locked_at = now()"),
    await age(8, ", locked_at = now(), deleted_at = now()"),
    await age(8, ", roles = '{staff}'"),
  ]
  const buyer = await age(8)
  await marketplace.order({ account: buyer, stores: [await marketplace.store("Mithila")] })
  const [receiver, keyed] = [await age(8), await age(8)]
  await marketplace.rows(
    "INSERT INTO webhook_endpoint (id, account_id, url, secret_encrypted, events, livemode, updated_at) VALUES (gen_random_uuid(), $1, 'https://hooks.example/', 'x', '{order.created}', true, now())",
    [receiver],
  )
  await marketplace.key(keyed)
  await cleanUp()
  const all = [old, young, verified, locked, deleted, staff, buyer, receiver, keyed]
  const left = (await marketplace.rows<{ id: string }>("SELECT id FROM account WHERE id = ANY ($1)", [all])).map(
    ({ id }) => id,
  )
  expect(all.filter((id) => !left.includes(id))).toEqual([old])
  expect(await marketplace.rows("SELECT FROM session WHERE account_id = $1", [old])).toHaveLength(0)
})
