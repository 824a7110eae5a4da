import { afterAll, beforeAll, expect, test } from "vitest"
import { v7 as uuidv7 } from "uuid"
import type { Caller } from "@/domain/caller"
import { publicId } from "@/domain/public-id"
import { getDelivery } from "@/webhooks/deliveries/get-delivery"
import { transaction } from "@/platform/db/transaction"
import { recordEvent } from "@/webhooks/events/record-events"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"
import { WebhookReceiver } from "@/testing/fixtures/webhook-receiver"
import { Deliverer } from "@/webhooks/delivery/deliverer"
import { findDueEndpoints } from "@/webhooks/delivery/due-endpoints"

// While a store is suspended, its members handle no orders and receive no events.

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

test("events of a suspended store wait until it is reinstated, and its members' own events are sent", async () => {
  const now = new Date(Date.now() + 120_000)
  const deliverer = new Deliverer({ clock: () => now })
  const sweep = async (): Promise<void> => {
    await deliverer.checkDue()
    await deliverer.idle()
  }
  const account = await marketplace.account()
  const store = await marketplace.store(`Store ${uuidv7()}`, { owner: account })
  const { id } = await marketplace.endpoint(account, receiver.url("/hooks"))
  const happen = (): Promise<void> =>
    transaction((tx) =>
      recordEvent(tx, {
        type: "seller.order.updated",
        audience: { storeId: store },
        subjectId: uuidv7(),
        livemode: true,
        data: { buyer: "Asha" },
      }),
    )
  const types = (): string[] => receiver.at("/hooks").map(({ body }) => (JSON.parse(body) as { type: string }).type)
  const bodyOf = async (delivery: string): Promise<string | null> =>
    (
      await getDelivery(
        { kind: "session", livemode: true, accountId: account } as Caller,
        publicId("webhook_delivery", delivery),
      )
    ).body

  await happen()
  await marketplace.rows("UPDATE store SET status = 'suspended' WHERE id = $1", [store])
  await happen()
  await marketplace.recordEvent(account)
  await sweep()
  expect(types()).toEqual(["order.created"])
  // Not even by a notified worker, and no worker polls it every second.
  deliverer.notify([id])
  await deliverer.idle()
  expect(types()).toEqual(["order.created"])
  expect(await findDueEndpoints({ perEndpoint: 20, perFailingEndpoint: 2 }, now)).toEqual([])
  const [waiting] = await marketplace.deliveries(id)
  expect(await bodyOf(waiting?.id ?? "")).toBeNull()

  await marketplace.rows("UPDATE store SET status = 'approved' WHERE id = $1", [store])
  await sweep()
  expect(types()).toEqual(["order.created", "seller.order.updated", "seller.order.updated"])
  expect(await bodyOf(waiting?.id ?? "")).toContain("Asha")
})
