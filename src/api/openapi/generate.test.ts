import { createConfig, lintFromString } from "@redocly/openapi-core"
import { describe, expect, test } from "vitest"
import { internalOpenapiText, openapiText } from "@/api/openapi/text"
import { ROUTES } from "@/api/served"

test.each([
  ["public", openapiText],
  ["internal", internalOpenapiText],
])("Redocly finds no error and no warning in the %s description", async (_name, text) => {
  const config = await createConfig({ extends: ["recommended"] })
  const problems = await lintFromString({ source: text(), absoluteRef: "openapi.json", config })
  expect(
    problems.map(({ ruleId, severity, message, location }) => ({
      ruleId,
      severity,
      message,
      at: location[0]?.pointer,
    })),
  ).toEqual([])
})

test("every parameter is described", () => {
  const { paths } = JSON.parse(openapiText()) as {
    paths: Record<string, Record<string, { parameters?: { name?: string; description?: string }[] }>>
  }
  const missing = Object.entries(paths).flatMap(([path, operations]) =>
    Object.values(operations).flatMap(({ parameters = [] }) =>
      parameters.filter(({ name, description }) => name && !description).map(({ name = "" }) => `${path} ${name}`),
    ),
  )
  expect(missing).toEqual([])
})

test.each([
  ["public", openapiText, false],
  ["internal", internalOpenapiText, true],
])("every %s operation describes its responses, with a schema for each error", (_name, text, internal) => {
  const { paths } = JSON.parse(text()) as {
    paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>
  }
  const routes = ROUTES.filter(({ meta }) => (meta.internal ?? false) === internal)
  expect(Object.values(paths).flatMap(Object.values)).toHaveLength(routes.length)
  for (const { operation, meta } of routes) {
    const responses = paths[meta.openapi.path]?.[meta.openapi.method.toLowerCase()]?.responses ?? {}
    const statuses = Object.keys(responses)
    expect([operation, statuses]).toEqual([
      operation,
      expect.arrayContaining([String(meta.openapi.status ?? 200), "429", "500", ...(meta.scope ? ["401", "403"] : [])]),
    ])
    for (const [status, { content }] of Object.entries(responses))
      expect([status, content && Object.keys(content)]).toEqual([
        status,
        status === "204"
          ? undefined
          : meta.openapi.stream && status === "200"
            ? ["text/event-stream"]
            : ["application/json", ...(meta.openapi.csv && status === "200" ? ["text/csv"] : [])],
      ])
  }
})

test.each([
  ["/categories", undefined],
  ["/products", "category"],
])("the description of GET %s explains its responses for a category that does not exist", (path, parameter) => {
  const { paths } = JSON.parse(openapiText()) as {
    paths: Record<string, { get?: { description: string; parameters: { name?: string; description?: string }[] } }>
  }
  const { description, parameters = [] } = paths[path]?.get ?? {}
  const text = parameter === undefined ? description : parameters.find(({ name }) => name === parameter)?.description
  expect(text).toMatch(/(?=.*\b404\b)(?=.*\b422\b)/)
})

test("the description of GET /products, the first that readers of the reference see, has at most 20 words", () => {
  const { meta } = ROUTES.find(({ operation }) => operation === "GET /products") ?? {}
  expect(meta?.openapi.description?.split(" ").length).toBeLessThanOrEqual(20)
})

test("no sentence of a description has more than 20 words", () => {
  const descriptions = new Set<string>()
  JSON.parse(openapiText(), (key, value: unknown) => {
    if (key === "description" && typeof value === "string") descriptions.add(value)
    return value
  })
  const sentences = [...descriptions].flatMap((text) => text.split(/\n+|(?<=[.!?])\s+/))
  expect(sentences.filter((sentence) => sentence.split(/\s+/).length > 20)).toEqual([])
})

test("body fields are described with their validation rules", () => {
  const { components } = JSON.parse(openapiText()) as {
    components: { schemas: Record<string, { properties: object }> }
  }
  expect(components.schemas.ShipSellerOrderRequest?.properties).toMatchObject({
    courier_name: { minLength: 1, maxLength: 100 },
    awb: { minLength: 1, maxLength: 64, pattern: "^[A-Za-z0-9-]+$" },
    tracking_url: { format: "uri", maxLength: 500 },
  })
})

// Requirements of the client generators of docs/decisions/0023-client-generators.md.
describe("generated clients", () => {
  interface Schema {
    [member: string]: unknown
    type?: string | string[]
    properties?: Record<string, Schema>
    additionalProperties?: Schema
    format?: string
    pattern?: string
  }
  interface Operation {
    operationId: string
    tags: string[]
    description?: string
    "x-internal"?: boolean
    requestBody: { content: { "application/json": { schema: { $ref: string } } } }
  }
  const description = JSON.parse(openapiText()) as {
    info: { contact?: { name: string; url: string } }
    tags: { name: string }[]
    paths: Record<string, Record<string, Operation>>
    webhooks: Record<string, { post: Operation }>
    components: { schemas: Record<string, Schema> }
  }
  const operations = Object.values(description.paths).flatMap(Object.values) as Operation[]
  const webhooks = Object.entries(description.webhooks).map(([type, { post }]) => ({ type, ...post }))
  const schemas = function* (value: unknown, at = ""): Generator<[string, Schema]> {
    if (typeof value !== "object" || value === null) return
    yield [at, value as Schema]
    for (const [name, inner] of Object.entries(value))
      if (!["example", "examples"].includes(name)) yield* schemas(inner, `${at}/${name}`)
  }

  test("webhooks share no tag with operations, and are marked as internal", () => {
    const tags = new Set(operations.flatMap((operation) => operation.tags))
    for (const webhook of webhooks)
      expect([webhook.type, webhook.tags.filter((tag) => tags.has(tag)), webhook["x-internal"]]).toEqual([
        webhook.type,
        [],
        true,
      ])
    expect(description.tags.map(({ name }) => name).sort()).toEqual(
      [...new Set([...tags, ...webhooks.flatMap((webhook) => webhook.tags)])].sort(),
    )
  })

  test("WebhookEvent is a union of all webhook bodies, discriminated by type", () => {
    const references = Object.fromEntries(
      webhooks.map(({ type, requestBody }) => [type, requestBody.content["application/json"].schema.$ref]),
    )
    const event = description.components.schemas.WebhookEvent
    expect(event).toMatchObject({
      oneOf: Object.values(references).map(($ref) => ({ $ref })),
      discriminator: { propertyName: "type", mapping: references },
    })
    for (const [type, reference] of Object.entries(references))
      expect(description.components.schemas[reference.split("/").at(-1) ?? ""]?.properties?.type).toMatchObject({
        const: type,
      })
  })

  test("every object schema has properties, or describes the values of a map", () => {
    const empty = [...schemas(description.components.schemas)].filter(
      ([, { type, properties, additionalProperties }]) =>
        [type].flat().includes("object") && !properties && !additionalProperties,
    )
    expect(empty.map(([at]) => at)).toEqual([])
    expect(description.components.schemas.Status?.properties?.components).toMatchObject({
      additionalProperties: { type: "string" },
    })
  })

  test("operations and webhooks have a description and a unique operationId, and the API has a contact", () => {
    const all = [...operations, ...webhooks]
    expect(all.filter((operation) => !operation.description).map(({ operationId }) => operationId)).toEqual([])
    expect(new Set(all.map(({ operationId }) => operationId)).size).toBe(all.length)
    expect(description.info.contact?.url).toMatch(/^https?:/)
  })

  test("patterns use no lookaround and no backreference, which RE2 lacks", () => {
    const patterns = [...schemas(description)].flatMap(([, { pattern }]) =>
      typeof pattern === "string" ? [pattern] : [],
    )
    expect(patterns.length).toBeGreaterThan(2)
    expect(patterns.filter((pattern) => /\(\?[=!<]|\\[1-9k]/.test(pattern))).toEqual([])
  })

  test.each(["CreateWebhookEndpointRequest", "UpdateWebhookEndpointRequest"])(
    "the url of a %s is an https URL without control characters",
    (name) => {
      const { format, pattern = "" } = description.components.schemas[name]?.properties?.url ?? {}
      expect(format).toBe("uri")
      const rule = new RegExp(pattern, "u")
      expect(["https://example.com/webhooks?a=b", "https://उदाहरण.भारत/"].filter((url) => !rule.test(url))).toEqual([])
      expect(
        [
          "http://example.com/",
          "\0",
          "https://",
          "https://example.com/\n",
          "https://exam\0ple.com/",
          "https://example.com/\u0085",
        ].filter((url) => rule.test(url)),
      ).toEqual([])
    },
  )
})
