import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, expect, test } from "vitest"
import { addJob } from "@/platform/jobs"
import { countRowsRead } from "@/testing/fixtures/rows-read"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"

let marketplace: WebhookMarketplace

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
})
afterAll(() => marketplace.close())

test("adding a job reads no rows of the queue, even with a query plan made for a short queue", async () => {
  const client = await marketplace.db.connect()
  const add = (): Promise<void> => addJob(client, "deliver_webhooks", { endpoints: [randomUUID()] })
  try {
    await client.query("VACUUM ANALYZE graphile_worker._private_jobs")
    // As often as PostgreSQL makes a custom plan before it considers a generic one.
    for (let time = 0; time < 10; time++) await add()
    await client.query(
      "SELECT graphile_worker.add_jobs(array_agg(('send_mail', '{}', NULL, NULL, NULL, NULL, NULL, NULL)::graphile_worker.job_spec)) FROM generate_series(1, 2000)",
    )
    expect(await countRowsRead(client, "_private_jobs", add)).toBe(0)
  } finally {
    client.release()
  }
})

test("jobs with equal payloads are not merged", async () => {
  const endpoints = [randomUUID()]
  await Promise.all([1, 2].map(() => addJob(marketplace.db, "deliver_webhooks", { endpoints })))
  expect(
    await marketplace.rows(
      "SELECT payload FROM graphile_worker._private_jobs WHERE payload->'endpoints'->>0 = $1",
      endpoints,
    ),
  ).toEqual([{ payload: { endpoints } }, { payload: { endpoints } }])
})
