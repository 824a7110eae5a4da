import { expect } from "vitest"
import { test } from "@/testing/fixtures/webhook-harness"
import { retryPendingNow, cancelEndpointDeliveries } from "@/webhooks/endpoints/pending-deliveries"

// Each title continues the sentence "A paused endpoint ...".

test("collects deliveries, which are sent when it is resumed", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  endpoint: { id },
}) => {
  await marketplace.rows("UPDATE webhook_endpoint SET status = 'paused' WHERE id = $1", [id])
  for (let event = 0; event < 3; event++) await marketplace.recordEvent(account)
  await harness.deliverDue()
  expect(receiver.at(path)).toEqual([])
  await marketplace.rows("UPDATE webhook_endpoint SET status = 'enabled' WHERE id = $1", [id])
  await harness.deliverDue()
  expect(receiver.at(path)).toHaveLength(3)
})

test("that had failed before also sends deliveries that wait for their next attempt when it is resumed", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  endpoint: { id },
}) => {
  receiver.reply(path, 503)
  await marketplace.recordEvent(account)
  await harness.deliverDue()
  harness.advance(10)
  await harness.deliverDue()
  await marketplace.rows("UPDATE webhook_endpoint SET status = 'paused' WHERE id = $1", [id])
  receiver.reply(path, 200)
  await marketplace.rows("UPDATE webhook_endpoint SET status = 'enabled' WHERE id = $1", [id])
  await retryPendingNow(id)
  await harness.deliverDue()
  expect(receiver.at(path)).toHaveLength(3)
  const [delivery] = await marketplace.deliveries(id)
  expect(delivery).toMatchObject({ status: "delivered", attempts: 3 })
  expect(await harness.triggersOf(delivery?.id ?? "")).toEqual(["schedule", "schedule", "schedule"])
})

test("that is deleted gets no deliveries, and its missed ones stay readable as failed", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  endpoint: { id },
}) => {
  await marketplace.recordEvent(account)
  await marketplace.rows("UPDATE webhook_endpoint SET deleted_at = now() WHERE id = $1", [id])
  await cancelEndpointDeliveries(id)
  await harness.deliverDue()
  expect(receiver.at(path)).toEqual([])
  const [delivery] = await marketplace.deliveries(id)
  expect(delivery).toMatchObject({ status: "failed", attempts: 0 })
  await expect(harness.redeliver(delivery?.id ?? "")).rejects.toMatchObject({ code: "invalid_state" })
  await expect(harness.redeliverFailed({ endpointId: id, since: new Date(0) })).rejects.toMatchObject({
    code: "invalid_state",
  })
})
