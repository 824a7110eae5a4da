import { expect, test } from "vitest"
import { type Field, fieldsOf } from "@/docs/fields"
import { openapiDocument } from "@/docs/openapi-document"
import { eventTypes, operations } from "@/docs/operations"

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

test("every parameter and every field of the reference has a description", () => {
  const document = openapiDocument()
  const missing = new Set<string>()
  const check = (fields: readonly Field[], path: string): void => {
    for (const { name, description, fields: inner } of fields) {
      if (description === "") missing.add(`${path}.${name}`)
      check(inner, `${path}.${name}`)
    }
  }
  for (const { id, parameters, body, success } of operations()) {
    for (const { name, description = "" } of parameters) if (description === "") missing.add(`${id}, ${name}`)
    if (body) check(fieldsOf(document, body.schema), `${id} body`)
    if (success.schema) check(fieldsOf(document, success.schema), `${id} response`)
  }
  for (const { name, schema } of eventTypes()) check(fieldsOf(document, schema), name)
  expect([...missing]).toEqual([])
})
