import { afterAll, beforeAll, expect, test } from "vitest"
import { countRowsRead } from "@/testing/fixtures/rows-read"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"
import { findDueEndpoints } from "@/webhooks/delivery/due-endpoints"

let marketplace: WebhookMarketplace

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
})
afterAll(() => marketplace.close())

test("finding due endpoints reads a few rows for each, even with a query plan made for a short backlog", async () => {
  const account = await marketplace.account()
  const endpoints = await Promise.all(
    Array.from({ length: 50 }, (_, index) => marketplace.endpoint(account, `https://hooks.example/${index}`)),
  )
  await marketplace.recordEvent(account)
  await marketplace.rows("VACUUM ANALYZE webhook_pending")
  const client = await marketplace.db.connect()
  const look = (): Promise<string[]> => findDueEndpoints({ perEndpoint: 20, perFailingEndpoint: 2 }, null, client)
  try {
    // As often as PostgreSQL makes a custom plan before it considers a generic one.
    for (let time = 0; time < 10; time++) expect((await look()).sort()).toEqual(endpoints.map(({ id }) => id).sort())
    await marketplace.rows("UPDATE webhook_pending SET due_at = due_at + interval '1 hour'")
    await marketplace.rows(
      `INSERT INTO webhook_pending (delivery_id, delivery_created_at, endpoint_id, event_id, event_created_at, due_at)
       SELECT gen_random_uuid(), delivery_created_at, endpoint_id, event_id, event_created_at, due_at FROM webhook_pending CROSS JOIN generate_series(1, 100)`,
    )
    expect(await countRowsRead(client, "webhook_pending", look)).toBeLessThan(endpoints.length * 5)
  } finally {
    client.release()
  }
})
