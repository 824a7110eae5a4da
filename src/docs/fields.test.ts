import { expect, test } from "vitest"
import { type Field, fieldsOf, parametersOf } from "@/docs/fields"
import { openapiDocument } from "@/docs/openapi-document"
import { eventTypes, operations } from "@/docs/operations"

test("an event's fields are those common to all event types, with alternatives where they differ", () => {
  const fields = fieldsOf(openapiDocument(), { $ref: "#/components/schemas/WebhookEvent" }, "en")
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

test("types and limits are in the reader's language, and names of types are not", () => {
  const schema = {
    properties: {
      tags: { type: "array", items: { type: ["string", "null"] }, description: "When it was created." },
      count: { type: "integer", minimum: 1, maximum: 100, default: 20, description: "Not in openapi.json." },
    },
  }
  const [tags, count] = fieldsOf(openapiDocument(), schema, "hi")
  expect(tags).toMatchObject({
    type: "string या null की सूची",
    description: { text: "यह कब बना।", language: "hi" },
    rules: "",
  })
  expect(count).toMatchObject({
    type: "integer",
    description: { text: "Not in openapi.json.", language: "en" },
    rules: "1 से 100; न देने पर `20`।",
  })
  expect(fieldsOf(openapiDocument(), schema, "en")[1]?.rules).toBe("1 to 100; default `20`.")
})

test("a field that may be null has the fields of its object", () => {
  const fields = fieldsOf(openapiDocument(), { $ref: "#/components/schemas/SellerOrder" }, "en")
  expect(fields.find(({ name }) => name === "shipment")?.fields.map(({ name }) => name)).toContain("awb")
})

test("every parameter and every field of the reference has a description", () => {
  const document = openapiDocument()
  const missing = new Set<string>()
  const check = (fields: readonly Field[], path: string): void => {
    for (const { name, description, fields: inner } of fields) {
      if (description === null) missing.add(`${path}.${name}`)
      check(inner, `${path}.${name}`)
    }
  }
  for (const { id, parameters, body, success } of operations()) {
    check(parametersOf(document, parameters, "en"), id)
    if (body) check(fieldsOf(document, body.schema, "en"), `${id} body`)
    if (success.schema) check(fieldsOf(document, success.schema, "en"), `${id} response`)
  }
  for (const { name, schema } of eventTypes()) check(fieldsOf(document, schema, "en"), name)
  expect([...missing]).toEqual([])
})
