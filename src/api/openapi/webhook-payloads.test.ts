import { afterAll, beforeAll, expect, test } from "vitest"
import { WEBHOOK_PAYLOADS } from "@/api/openapi/webhook-payloads"
import { publicId } from "@/domain/public-id"
import { FIXTURE_WORLD_ID, LIVE_WORLD } from "@/domain/world"
import { cancelSellerOrder } from "@/orders/cancel-order"
import { deliverSellerOrder } from "@/orders/deliver-seller-order"
import { confirmSellerOrder, packSellerOrder } from "@/orders/advance-seller-order"
import { refundSellerOrder } from "@/orders/refund"
import { shipSellerOrder } from "@/orders/ship-seller-order"
import { staffOrderRef, OrderHarness } from "@/testing/fixtures/order-harness"
import { serializePayload, type StoredEvent } from "@/webhooks/delivery/payload"

let harness: OrderHarness

beforeAll(async () => {
  harness = await OrderHarness.open()
})
afterAll(() => harness.close())

async function sharedVariant(): Promise<number> {
  const { id } = await harness.one<{ id: number }>(
    "SELECT id FROM product_variant WHERE world_id = $1 AND stock > 1 ORDER BY id LIMIT 1",
    [FIXTURE_WORLD_ID],
  )
  return id
}

test.each([true, false])(
  "the webhook payloads of every step of an order (livemode: %s) match openapi.json exactly",
  async (livemode) => {
    const buyer = await harness.marketplace.account()
    const [store, other] = [
      await harness.marketplace.store(`Mithila Haat ${livemode}`),
      await harness.marketplace.store(`Kosi Bazaar ${livemode}`),
    ]
    const sandbox = livemode ? null : await harness.sandbox(buyer)
    const variants = sandbox
      ? [await harness.sandboxVariant(sandbox), await sharedVariant()]
      : [await harness.variant(store), await harness.variant(other)]
    const world = sandbox ?? LIVE_WORLD
    const { id, sellerOrders } = await harness.place(buyer, variants, { world })
    const [first, second] = sellerOrders
    await harness.tx((tx) => confirmSellerOrder(tx, staffOrderRef(first, world)))
    await harness.tx((tx) => packSellerOrder(tx, staffOrderRef(first, world)))
    const ref = { id: publicId("seller_order", first?.id ?? ""), storeId: first?.storeId ?? 0, world }
    await harness.tx((tx) =>
      shipSellerOrder(tx, ref, {
        courier_name: "Pavan Express",
        awb: "PX-1",
        tracking_url: "https://pavan.example/PX-1",
      }),
    )
    await harness.tx((tx) => deliverSellerOrder(tx, staffOrderRef(first, world)))
    await harness.tx((tx) =>
      refundSellerOrder(tx, staffOrderRef(first, world), {
        amount: 100,
        expectedRefundedTotal: null,
        reason: "Broken",
      }),
    )
    await harness.tx((tx) => cancelSellerOrder(tx, staffOrderRef(second, world), "Out of season"))

    const events = await harness.rows<StoredEvent>(
      'SELECT id, type, api_version AS "apiVersion", livemode, occurred_at AS "occurredAt", data::text AS data FROM webhook_event WHERE subject_id = ANY ($1::uuid[])',
      [[id, ...sellerOrders.map((sellerOrder) => sellerOrder.id)]],
    )
    expect(events.map(({ type }) => type).sort()).toEqual([
      "order.cancelled",
      "order.created",
      "order.delivered",
      ...Array<string>(2).fill("order.refunded"),
      "order.shipped",
      ...Array<string>(livemode ? 2 : 1).fill("seller.order.created"),
      // Nobody handles the orders of a shared store.
      ...Array<string>(livemode ? 8 : 6).fill("seller.order.updated"),
    ])
    for (const event of events) {
      const sent: unknown = JSON.parse(serializePayload(event))
      expect(WEBHOOK_PAYLOADS[event.type].schema.parse(sent), event.type).toEqual(sent)
    }
  },
)
