import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { transaction } from "@/platform/db"
import { DeliveryScene } from "@/testing/delivery-scene"
import type { WebhookMarketplace } from "@/testing/webhook-marketplace"
import type { WebhookReceiver } from "@/testing/webhook-receiver"
import { wakeEndpoint, withdrawDeliveries } from "@/webhooks/endpoint-state"
import * as again from "@/webhooks/redeliver"

// A paused endpoint …

let scene: DeliveryScene
let marketplace: WebhookMarketplace
let receiver: WebhookReceiver
let account: string
let path: string

beforeAll(async () => {
  scene = await DeliveryScene.open()
  ;({ marketplace, receiver } = scene)
})
afterAll(() => scene.close())
beforeEach(async () => {
  ;({ account, path } = await scene.begin())
})
afterEach(() => scene.end())

const redeliver = (deliveryId: string): Promise<void> => transaction((tx) => again.redeliver(tx, deliveryId))
const redeliverFailed = (which: { endpointId: string; since: Date }): Promise<number> =>
  again.redeliverFailed(which, async () => undefined)

test("collects, and everything goes when it is resumed", async () => {
  const { id } = await marketplace.endpoint(account, receiver.url(path))
  await marketplace.rows("UPDATE webhook_endpoint SET status = 'paused' WHERE id = $1", [id])
  for (let event = 0; event < 3; event++) await marketplace.event(account)
  await scene.sweep()
  expect(receiver.at(path)).toEqual([])
  await marketplace.rows("UPDATE webhook_endpoint SET status = 'enabled' WHERE id = $1", [id])
  await scene.sweep()
  expect(receiver.at(path)).toHaveLength(3)
})

test("that had failed before sends what waits for its next attempt too", async () => {
  const { id } = await marketplace.endpoint(account, receiver.url(path))
  receiver.reply(path, 503)
  await marketplace.event(account)
  await scene.sweep()
  scene.later(10)
  await scene.sweep()
  await marketplace.rows("UPDATE webhook_endpoint SET status = 'paused' WHERE id = $1", [id])
  receiver.reply(path, 200)
  await marketplace.rows("UPDATE webhook_endpoint SET status = 'enabled' WHERE id = $1", [id])
  await wakeEndpoint(id)
  await scene.sweep()
  expect(receiver.at(path)).toHaveLength(3)
  const [delivery] = await marketplace.deliveries(id)
  expect(delivery).toMatchObject({ status: "delivered", attempts: 3 })
  expect(await scene.triggersOf(delivery?.id ?? "")).toEqual(["schedule", "schedule", "schedule"])
})

test("that is deleted instead is never sent to, and what it missed stays readable", async () => {
  const { id } = await marketplace.endpoint(account, receiver.url(path))
  await marketplace.event(account)
  await marketplace.rows("UPDATE webhook_endpoint SET deleted_at = now() WHERE id = $1", [id])
  await withdrawDeliveries(id)
  await scene.sweep()
  expect(receiver.at(path)).toEqual([])
  const [delivery] = await marketplace.deliveries(id)
  expect(delivery).toMatchObject({ status: "failed", attempts: 0 })
  await expect(redeliver(delivery?.id ?? "")).rejects.toMatchObject({ code: "invalid_state" })
  await expect(redeliverFailed({ endpointId: id, since: new Date(0) })).rejects.toMatchObject({ code: "invalid_state" })
})
