import { expect, test } from "vitest"
import { sampleOf } from "@/api/openapi/webhook-payloads"
import { eventSubject } from "@/webhooks/events/event-subject"
import { ACCOUNT_EVENTS } from "@/domain/webhook-event"

test("each event of an account names what it is about", () => {
  const subjects = ACCOUNT_EVENTS.map((type) => [type, eventSubject({ data: { ...sampleOf(type) } })])
  expect(Object.fromEntries(subjects)).toEqual({
    "order.created": "HT-2605-000123",
    "order.shipped": "HT-2605-000123",
    "order.delivered": "HT-2605-000123",
    "order.cancelled": "HT-2605-000123",
    "order.refunded": "HT-2605-000123",
    "seller.order.created": "HT-2605-000123-1",
    "seller.order.updated": "HT-2605-000123-1",
    "seller.stock.low": "MH-000731-1",
    "key.expiring": "Warehouse …h4Kq",
    "limit.approaching": "Warehouse …h4Kq",
    "webhook_endpoint.disabled": "https://example.com/webhooks/haat",
  })
})

test("a body without a name is about nothing", () => {
  expect(eventSubject({ data: {} })).toBeNull()
  expect(eventSubject({ data: { name: "", id: 7 } })).toBeNull()
})
