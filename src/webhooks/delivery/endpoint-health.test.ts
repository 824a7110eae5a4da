import { afterAll, beforeAll, expect, test } from "vitest"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"
import { WebhookReceiver } from "@/testing/fixtures/webhook-receiver"
import { sendTest } from "@/webhooks/endpoints/send-test"

let marketplace: WebhookMarketplace
let receiver: WebhookReceiver

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
  receiver = await WebhookReceiver.open()
})
afterAll(async () => {
  await receiver.close()
  await marketplace.close()
})

test("a test event neither resets an endpoint's failures nor disables it", async () => {
  const { id } = await marketplace.endpoint(await marketplace.account(), receiver.url("/hooks"))
  await marketplace.rows("UPDATE webhook_endpoint SET failures_in_a_row = 19 WHERE id = $1", [id])
  expect(await sendTest(id)).toMatchObject({ statusCode: 200 })
  receiver.reply("/hooks", 410)
  expect(await sendTest(id)).toMatchObject({ statusCode: 410 })
  expect(await marketplace.rows("SELECT status, failures_in_a_row FROM webhook_endpoint WHERE id = $1", [id])).toEqual([
    { status: "enabled", failures_in_a_row: 19 },
  ])
})
