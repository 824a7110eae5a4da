import { runInNewContext } from "node:vm"
import Ajv from "ajv"
import { afterAll, beforeAll, expect, test } from "vitest"
import { operations } from "@/docs/operations"
import type { PostmanCollection, PostmanItem } from "@/docs/postman"
import { Lane } from "@/testing/fixtures/lane"

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
  lane = await Lane.lease("fast", { WEBHOOK_LOOPBACK: "1" })
  collection = (await (await fetch(`${lane.url}/postman.json`)).json()) as PostmanCollection
})

afterAll(() => lane.close())

/** Postman as far as the collection needs it: its variables, and what its scripts call. */
class Postman {
  readonly variables: Map<string, string>
  readonly failed: string[] = []
  passed = 0

  constructor(given: Record<string, string>) {
    this.variables = new Map([
      ...collection.variable.map(({ key, value }): [string, string] => [key, value]),
      ...Object.entries(given),
    ])
  }

  private filled(text: string): string {
    return text.replace(/\{\{(\$?\w+)\}\}/g, (_, name: string) =>
      name === "$guid" ? crypto.randomUUID() : (this.variables.get(name) ?? ""),
    )
  }

  /** Sends an item's request and runs its script. */
  async run(item: PostmanItem): Promise<number> {
    const { method, url, header, body, auth } = item.request
    const path = url.path
      .map((segment) =>
        segment.startsWith(":")
          ? encodeURIComponent(this.filled(url.variable.find(({ key }) => `:${key}` === segment)?.value ?? ""))
          : segment,
      )
      .join("/")
    const search = new URLSearchParams(
      url.query.filter(({ disabled }) => !disabled).map(({ key, value }) => [key, value]),
    ).toString()
    const address = `${this.filled(url.host.join(""))}/${path}${search === "" ? "" : `?${search}`}`
    const { status, json } = await lane.request(address.slice(lane.url.length), {
      method,
      headers: {
        ...Object.fromEntries(header.map(({ key, value }) => [key, this.filled(value)])),
        ...(auth?.type === "noauth"
          ? {}
          : { authorization: `Bearer ${this.filled(collection.auth.bearer[0]?.value ?? "")}` }),
      },
      ...(body && { body: this.filled(body.raw) }),
    })
    const pm = {
      response: {
        code: status,
        json: () => json,
        to: { have: { status: (expected: number) => expect(status).toBe(expected) } },
      },
      collectionVariables: {
        get: (name: string) => this.variables.get(name),
        set: (name: string, value: string) => this.variables.set(name, value),
      },
      test: (name: string, check: () => void) => {
        try {
          check()
          this.passed++
        } catch (error) {
          this.failed.push(`${name}, ${String(error)}`)
        }
      },
    }
    for (const { script } of item.event) runInNewContext(script.exec.join("\n"), { pm })
    return status
  }

  async runAll(): Promise<number[]> {
    const statuses: number[] = []
    for (const item of collection.item.flatMap((folder) => folder.item)) statuses.push(await this.run(item))
    return statuses
  }
}

test("the collection matches Postman's schema and contains every operation", () => {
  const validate = new Ajv({ allErrors: true }).compile(SHAPE)
  validate(collection)
  expect(validate.errors).toBeNull()
  const items = collection.item.flatMap(({ item }) => item)
  expect(
    items.map(({ request }) => `${request.method} /${request.url.path.join("/").replace(/:(\w+)/g, "{$1}")}`).sort(),
  ).toEqual(
    operations()
      .filter(({ stream }) => !stream)
      .map(({ method, path }) => `${method} ${path}`)
      .sort(),
  )
  expect(JSON.stringify(collection)).not.toMatch(/haat_(live|test)_[0-9A-Za-z]{30}/)
})

function names(): string[] {
  return collection.item.flatMap((folder) => folder.item).map(({ name }) => name)
}
function sandboxNames(): string[] {
  return collection.item.filter(({ name }) => name === "Sandbox").flatMap(({ item }) => item.map(({ name }) => name))
}

test("a test key runs the folder of the sandbox, and a live one is refused there", async () => {
  const account = await lane.marketplace.account()
  for (const mode of ["test", "live"] as const) {
    const postman = new Postman({ key: (await lane.marketplace.key(account, { mode })).secret })
    const statuses = await postman.runAll()
    const inSandbox = names().flatMap((name, index) => (sandboxNames().includes(name) ? (statuses[index] ?? []) : []))
    expect(postman.failed.filter((failure) => sandboxNames().includes(failure.split(":")[0] ?? ""))).toEqual([])
    // An order's state may not allow a step: 409.
    const allowed = inSandbox.filter((status) => status < 300 || status === 409)
    expect([mode, allowed.length]).toEqual([mode, mode === "test" ? sandboxNames().length : 0])
  }
})

test("a run in order with a seller's key uses IDs of earlier responses, and deletes only what it created", async () => {
  const { marketplace } = lane
  const account = await marketplace.account()
  const store = await marketplace.store("Mithila Haat", { owner: account })
  await marketplace.product({ name: "Phool Makhana", store })
  const waiting = await marketplace.order({ account, stores: [store], status: "pending" })
  const key = await marketplace.key(account)
  const endpoint = { url: "http://127.0.0.1:9/kept", events: ["order.created"] }
  const created = (await lane.request("/v1/webhook-endpoints", { method: "POST", key, json: endpoint })).json.data.id
  // The run reads a logged request, and the log is written later.
  await expect.poll(async () => (await lane.request("/v1/requests", { key })).json.data).not.toEqual([])

  const postman = new Postman({ key: key.secret })
  const statuses = await postman.runAll()
  expect(postman.failed).toEqual([])
  expect([postman.passed, statuses.length]).toEqual([names().length, names().length])
  expect(names().filter((name, index) => (statuses[index] ?? 500) >= 300 && !sandboxNames().includes(name))).toEqual([
    "Cancel a seller order",
  ])
  expect((await lane.request("/v1/seller/orders", { key })).json.data).toMatchObject([
    { id: `so_${waiting.sellerOrders[0]?.id}`, status: "shipped", refunded_total: 5_000 },
  ])
  expect((await lane.request("/v1/webhook-endpoints", { key })).json.data.map(({ id }) => id)).toEqual([created])
})

test("without data, requests for one resource expect 404, and rejected requests fail", async () => {
  const { marketplace } = lane
  const account = await marketplace.account()
  await marketplace.product({
    name: "Makhana Laddu",
    store: await marketplace.store("Kosi Bazaar", { owner: account }),
  })
  const postman = new Postman({ key: (await marketplace.key(account)).secret })
  const statuses = await postman.runAll()
  expect(postman.failed).toEqual([])
  // The log may have an earlier request already.
  const others = names().map((name) => (name === "Retrieve a logged request" ? "" : name))
  expect(others.filter((name, index) => name && statuses[index] === 404 && !sandboxNames().includes(name))).toEqual([
    "Retrieve an order",
    "Retrieve a seller order",
    "Confirm a seller order",
    "Mark a seller order as packed",
    "Ship a seller order",
    "Cancel a seller order",
    "Refund a seller order",
    "Retrieve an event",
  ])

  const unresolved = new Postman({ key: postman.variables.get("key") ?? "", webhook_url: "https://shop.invalid/haat" })
  const found = await unresolved.runAll()
  expect(unresolved.failed).toEqual([])
  expect([found.filter((status) => status === 422), names().filter((_, index) => found[index] === 422)]).toEqual([
    [422],
    ["Create a webhook endpoint"],
  ])

  const stranger = new Postman({ key: "haat_live_x" })
  await stranger.runAll()
  // All that needs a credential and is not about one resource.
  const refused = stranger.failed.map((failure) => failure.split(":")[0] ?? "")
  expect(refused.filter((name) => !sandboxNames().includes(name)).sort()).toEqual([
    "Create a webhook endpoint",
    "List API keys",
    "List categories",
    "List deprecations",
    "List events",
    "List logged requests",
    "List orders",
    "List products",
    "List seller orders",
    "List the store's products",
    "List webhook deliveries",
    "List webhook endpoints",
    "Retrieve the credential's quota",
    "Retrieve the current account",
    "Retrieve usage",
    "Ship many seller orders",
    "Suggest categories, brands and products",
    "Update stock and prices",
  ])
})
