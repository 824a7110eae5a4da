import { createConfig, lintFromString } from "@redocly/openapi-core"
import { expect, test } from "vitest"
import { openapi } from "@/api/openapi"
import { ROUTES } from "@/api/routes"

test("Redocly finds no error and no warning in the description", async () => {
  const config = await createConfig({ extends: ["recommended"] })
  const problems = await lintFromString({ source: JSON.stringify(openapi()), absoluteRef: "openapi.json", config })
  expect(
    problems.map(({ ruleId, severity, message, location }) => ({
      ruleId,
      severity,
      message,
      at: location[0]?.pointer,
    })),
  ).toEqual([])
})

test("every operation has its answers described, with a schema for each error", () => {
  const { paths } = openapi() as {
    paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>
  }
  expect(Object.values(paths).flatMap(Object.values)).toHaveLength(ROUTES.length)
  for (const { operation, meta } of ROUTES) {
    const responses = paths[meta.rest.path]?.[meta.rest.method.toLowerCase()]?.responses ?? {}
    const statuses = Object.keys(responses)
    expect([operation, statuses]).toEqual([
      operation,
      expect.arrayContaining([String(meta.rest.status ?? 200), "429", "500", ...(meta.scope ? ["401", "403"] : [])]),
    ])
    for (const [status, { content }] of Object.entries(responses))
      expect([status, content && Object.keys(content)]).toEqual([
        status,
        status === "204" ? undefined : ["application/json"],
      ])
  }
})

test("a body's fields are described with the rules that they are held to", () => {
  const { components } = openapi() as { components: { schemas: Record<string, { properties: object }> } }
  expect(components.schemas.ShipSellerOrderRequest?.properties).toMatchObject({
    courier_name: { minLength: 1, maxLength: 100 },
    awb: { minLength: 1, maxLength: 64, pattern: "^[A-Za-z0-9-]+$" },
    tracking_url: { format: "uri", maxLength: 500 },
  })
})
