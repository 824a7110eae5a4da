import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { DeliveryScene } from "@/testing/delivery-scene"
import type { WebhookMarketplace } from "@/testing/webhook-marketplace"
import type { WebhookReceiver } from "@/testing/webhook-receiver"

let scene: DeliveryScene
let marketplace: WebhookMarketplace
let receiver: WebhookReceiver
let account: string
let path: string

beforeAll(async () => {
  scene = await DeliveryScene.open({ timeoutMs: 1_000 })
  ;({ marketplace, receiver } = scene)
})
afterAll(() => scene.close())
beforeEach(async () => {
  ;({ account, path } = await scene.begin())
})
afterEach(() => scene.end())

test("an answer that never comes is a failure", async () => {
  const { id } = await marketplace.endpoint(account, receiver.url(path))
  receiver.reply(path, () => undefined)
  await marketplace.event(account)
  await scene.sweep()
  const [delivery] = await marketplace.deliveries(id)
  expect(delivery).toMatchObject({ status: "pending", attempts: 1 })
  expect(await scene.attemptsOf(delivery?.id ?? "")).toEqual([
    expect.objectContaining({ status_code: null, error: "timeout" }) as object,
  ])
})
