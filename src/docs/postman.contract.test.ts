import Ajv from "ajv"
import { afterAll, beforeAll, expect, test } from "vitest"
import { operations } from "@/docs/operations"
import type { PostmanCollection, PostmanItem } from "@/docs/postman"
import { Lane } from "@/testing/lane"

// Postman's Collection v2.1.0, in our words and as far as ours goes: https://schema.postman.com/collection/json/v2.1.0/
const VARIABLES = {
  type: "array",
  items: {
    type: "object",
    required: ["key"],
    properties: {
      key: { type: "string", minLength: 1 },
      value: { type: "string" },
      disabled: { type: "boolean" },
      description: { type: "string" },
    },
  },
}
const SHAPE = {
  type: "object",
  required: ["info", "item"],
  properties: {
    info: {
      type: "object",
      required: ["name", "schema"],
      properties: {
        name: { type: "string" },
        description: { type: "string" },
        version: { type: "string" },
        schema: { const: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
      },
    },
    auth: { $ref: "#/definitions/auth" },
    variable: VARIABLES,
    item: {
      type: "array",
      items: {
        type: "object",
        required: ["name", "item"],
        properties: { item: { type: "array", items: { $ref: "#/definitions/item" } } },
      },
    },
  },
  definitions: {
    auth: {
      type: "object",
      required: ["type"],
      properties: {
        type: { enum: ["bearer", "noauth"] },
        bearer: {
          type: "array",
          items: {
            type: "object",
            required: ["key"],
            properties: { key: { type: "string" }, type: { type: "string" } },
          },
        },
      },
    },
    item: {
      type: "object",
      required: ["request"],
      properties: {
        name: { type: "string" },
        response: { type: "array" },
        request: {
          type: "object",
          required: ["method", "url", "header"],
          properties: {
            method: { enum: ["GET", "POST", "PUT", "PATCH", "DELETE"] },
            auth: { $ref: "#/definitions/auth" },
            header: {
              type: "array",
              items: {
                type: "object",
                required: ["key", "value"],
                properties: { key: { type: "string" }, value: { type: "string" } },
              },
            },
            url: {
              type: "object",
              required: ["raw"],
              properties: {
                raw: { type: "string" },
                host: { type: "array", items: { type: "string" } },
                path: { type: "array", items: { type: "string" } },
                query: VARIABLES,
                variable: VARIABLES,
              },
            },
            body: {
              type: "object",
              required: ["mode", "raw"],
              properties: { mode: { const: "raw" }, raw: { type: "string" }, options: { type: "object" } },
            },
          },
        },
      },
    },
  },
}

let lane: Lane
let collection: PostmanCollection

beforeAll(async () => {
  lane = await Lane.open("fast", { WEBHOOK_LOOPBACK: "1" })
  collection = (await (await fetch(`${lane.url}/postman.json`)).json()) as PostmanCollection
})

afterAll(() => lane.close())

/** What Postman sends for an item, once the collection's variables are filled in. */
const filled = ({ request: { method, url, header, body, auth } }: PostmanItem, key: string): Request => {
  const base = collection.variable.find(({ key: name }) => name === "baseUrl")?.value ?? ""
  const path = url.path
    .map((segment) =>
      segment.startsWith(":")
        ? encodeURIComponent(url.variable.find(({ key: name }) => `:${name}` === segment)?.value ?? "")
        : segment,
    )
    .join("/")
  const search = new URLSearchParams(
    url.query.filter(({ disabled }) => !disabled).map(({ key: name, value }) => [name, value]),
  ).toString()
  const headers = new Headers(
    header.map(({ key: name, value }): [string, string] => [name, value === "{{$guid}}" ? crypto.randomUUID() : value]),
  )
  if (auth?.type !== "noauth") headers.set("authorization", `Bearer ${key}`)
  return new Request(`${base}/${path}${search === "" ? "" : `?${search}`}`, {
    method,
    headers,
    ...(body && { body: body.raw }),
  })
}

test("the collection has the shape that Postman publishes, and every operation", () => {
  const validate = new Ajv({ allErrors: true }).compile(SHAPE)
  validate(collection)
  expect(validate.errors).toBeNull()
  const items = collection.item.flatMap(({ item }) => item)
  expect(
    items.map(({ request }) => `${request.method} /${request.url.path.join("/").replace(/:(\w+)/g, "{$1}")}`).sort(),
  ).toEqual(
    operations()
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  )
  expect(JSON.stringify(collection)).not.toMatch(/haat_(live|test)_[0-9A-Za-z]{30}/)
})

test("each of its requests is answered as the description says", async () => {
  const account = await lane.marketplace.account()
  await lane.marketplace.store("Mithila Haat", { owner: account })
  const { secret } = await lane.marketplace.key(account)
  for (const item of collection.item.flatMap((folder) => folder.item)) {
    const request = filled(item, secret)
    const { status } = await lane.get(request.url.slice(lane.url.length), {
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(item.request.body && { body: item.request.body.raw.replace("https://example.com/", "http://127.0.0.1:9/") }),
    })
    // No name is looked up in a test, so its endpoints are on this machine. The examples' resources are in no database of a test; everything else about the request is right.
    const named = item.request.url.variable.length > 0
    expect([item.name, named ? [200, 201, 204, 404].includes(status) : status < 300]).toEqual([item.name, true])
  }
})
