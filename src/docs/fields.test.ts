import { expect, test } from "vitest"
import { fieldsOf } from "@/docs/fields"
import { openapiDocument } from "@/docs/openapi-document"

test("an event's fields are those common to all event types, with alternatives where they differ", () => {
  const fields = fieldsOf(openapiDocument(), { $ref: "#/components/schemas/WebhookEvent" })
  expect(fields.map(({ name, required }) => [name, required])).toEqual(
    ["id", "type", "timestamp", "api_version", "livemode", "account", "data"].map((name) => [name, name !== "account"]),
  )
  expect(fields.find(({ name }) => name === "type")?.type).toBe(
    '"order.created" or "order.shipped" or "order.delivered" or "order.cancelled" or "order.refunded" or "seller.order.created" or "seller.order.updated" or "seller.stock.low" or "key.expiring" or "limit.approaching" or "webhook_endpoint.disabled" or "app.authorized" or "app.deauthorized" or "ping"',
  )
  expect(fields.find(({ name }) => name === "data")).toMatchObject({
    type: "OrderSnapshot or SellerOrderSnapshot or LowStock or ExpiringKey or ApproachingLimit or DisabledEndpoint or AppConsent or Ping",
    fields: [],
  })
})

test("a field that may be null has the fields of its object", () => {
  const fields = fieldsOf(openapiDocument(), { $ref: "#/components/schemas/SellerOrder" })
  expect(fields.find(({ name }) => name === "shipment")?.fields.map(({ name }) => name)).toContain("awb")
})
