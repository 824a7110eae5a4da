import { afterAll, beforeAll, expect, test } from "vitest"
import { WEBHOOK_PAYLOADS } from "@/api/openapi/webhook-payloads"
import { publicId } from "@/domain/public-id"
import { cancelPart } from "@/orders/cancel-order"
import { deliverPart } from "@/orders/deliver-part"
import { confirmPart, packPart } from "@/orders/move-part"
import { refundPart } from "@/orders/refund-part"
import { shipPart } from "@/orders/ship-part"
import { staffOrderRef, OrderHarness } from "@/testing/fixtures/order-harness"
import { payloadOf, type StoredEvent } from "@/webhooks/delivery/payload"

let desk: OrderHarness

beforeAll(async () => {
  desk = await OrderHarness.open()
})
afterAll(() => desk.close())

test.each([true, false])(
  "what is sent at every step of an order (live: %s) is what openapi.json describes, with nothing left out and nothing more",
  async (livemode) => {
    const buyer = await desk.marketplace.account()
    const [store, other] = [
      await desk.marketplace.store(`Mithila Haat ${livemode}`),
      await desk.marketplace.store(`Kosi Bazaar ${livemode}`),
    ]
    const { id, parts } = await desk.place(buyer, [await desk.variant(store), await desk.variant(other)], { livemode })
    const [first, second] = parts
    await desk.tx((tx) => confirmPart(tx, staffOrderRef(first)))
    await desk.tx((tx) => packPart(tx, staffOrderRef(first)))
    const ref = { id: publicId("seller_order", first?.id ?? ""), storeId: store, livemode }
    await desk.tx((tx) =>
      shipPart(tx, ref, { courier_name: "Pavan Express", awb: "PX-1", tracking_url: "https://pavan.example/PX-1" }),
    )
    await desk.tx((tx) => deliverPart(tx, staffOrderRef(first)))
    await desk.tx((tx) => refundPart(tx, staffOrderRef(first), { amount: 100, seen: null, reason: "Broken" }))
    await desk.tx((tx) => cancelPart(tx, staffOrderRef(second), "Out of season"))

    const events = await desk.rows<StoredEvent>(
      'SELECT id, type, api_version AS "apiVersion", livemode, created_at AS "createdAt", data::text AS data FROM webhook_event WHERE subject_id = ANY ($1::uuid[])',
      [[id, ...parts.map((part) => part.id)]],
    )
    expect(events.map(({ type }) => type).sort()).toEqual([
      "order.created",
      ...Array<string>(2).fill("order.refunded"),
      ...Array<string>(8).fill("seller.order.updated"),
    ])
    for (const event of events) {
      const sent: unknown = JSON.parse(payloadOf(event))
      expect(WEBHOOK_PAYLOADS[event.type].schema.parse(sent), event.type).toEqual(sent)
    }
  },
)
