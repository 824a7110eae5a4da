import { afterAll, beforeAll, expect, test } from "vitest"
import { Lane } from "@/testing/fixtures/lane"
import { WebhookReceiver } from "@/testing/fixtures/webhook-receiver"

// What only keys can find out: each operation that takes an id, asked with the ids of another world or account. A longer
// run: IDS=27000 npx vitest run --project working foreign-ids, which asks with 10,000

/** Ids to ask with, over all operations. */
const IDS = Number(process.env.IDS ?? 400)
const ORDERS = Math.max(3, Math.ceil(IDS / 60))
/** Within the catalogue, a filter that no other file uses: its server may keep their total for a minute. */
const PRODUCTS = "/products?max_price=90000004"

/** Where the ids of an operation's path come from. */
const LISTS: Record<string, { path: string; field: string }> = {
  "/products/{slug}": { path: PRODUCTS, field: "slug" },
  "/orders/{number}": { path: "/orders", field: "number" },
  "/seller/orders/{id}": { path: "/seller/orders", field: "id" },
  "/sandbox/seller-orders/{id}": { path: "/seller/orders", field: "id" },
  "/webhook-endpoints/{id}": { path: "/webhook-endpoints", field: "id" },
  "/webhook-deliveries/{id}": { path: "/webhook-deliveries", field: "id" },
  "/events/{id}": { path: "/events", field: "id" },
  "/requests/{id}": { path: "/requests", field: "id" },
  "/sandbox/faults/{id}": { path: "/sandbox/faults", field: "id" },
}

const PARCEL = { courier_name: "Pavan Express", awb: "PX-1" }
const BODIES: Record<string, object> = {
  ship: PARCEL,
  refund: { amount: 100 },
  cancel: {},
  replay: { since: "2026-05-01T00:00:00Z" },
  test: { type: "order.created" },
  "PATCH {id}": { description: "taken over" },
}

interface Operation {
  method: string
  path: string
  list: { path: string; field: string }
}

interface Credential {
  name: string
  key: string
  livemode: boolean
}

let lane: Lane
let receiver: WebhookReceiver
let credentials: Credential[]
let operations: Operation[]

beforeAll(async () => {
  lane = await Lane.lease("fast", { WEBHOOK_LOOPBACK: "1" })
  receiver = await WebhookReceiver.open()
  const { paths } = (await lane.request("/v1/openapi.json")).json as unknown as {
    paths: Record<string, Record<string, unknown>>
  }
  operations = Object.entries(paths).flatMap(([path, methods]) => {
    const [, resource] = /^(.*\{\w+\})/.exec(path) ?? []
    if (resource === undefined) return []
    const list = LISTS[resource]
    if (!list) throw new Error(`no list gives the ids of ${path}`)
    return Object.keys(methods)
      .filter((method) => ["get", "post", "patch", "put", "delete"].includes(method))
      .map((method) => ({ method: method.toUpperCase(), path, list }))
  })
  const [seller, stranger] = [await lane.marketplace.account(), await lane.marketplace.account()]
  credentials = [
    { name: "live", key: (await lane.marketplace.key(seller)).secret, livemode: true },
    { name: "sandbox", key: (await lane.marketplace.key(seller, { mode: "test" })).secret, livemode: false },
    { name: "other live", key: (await lane.marketplace.key(stranger)).secret, livemode: true },
    { name: "other sandbox", key: (await lane.marketplace.key(stranger, { mode: "test" })).secret, livemode: false },
  ]
  for (const [owner, name] of [
    [seller, "Foreign ids"],
    [stranger, "Other foreign ids"],
  ] as const) {
    const store = await lane.marketplace.store(name, { owner })
    for (const n of [1, 2, 3]) await lane.marketplace.product({ name: `${name} ${n}`, store })
    for (let order = 0; order < ORDERS; order++)
      await lane.marketplace.order({ account: owner, stores: [store], status: order % 2 ? "packed" : "confirmed" })
  }
  for (const { key, livemode, name } of credentials) {
    const endpoint = {
      url: receiver.url(`/${name.replace(" ", "-")}`),
      events: ["order.cancelled", "seller.order.updated"],
    }
    expect((await send(key, "POST", "/webhook-endpoints", endpoint)).status).toBe(201)
    const orders = await idsOf(key, LISTS["/seller/orders/{id}"])
    for (const id of orders.slice(0, ORDERS / 2 + 1)) await send(key, "POST", `/seller/orders/${id}/cancel`, {})
    if (!livemode) await send(key, "POST", "/sandbox/faults", { operation: "listCategories", status: 503, times: 9 })
  }
}, 600_000)
afterAll(async () => {
  await receiver.close()
  await lane.close()
})

function send(key: string, method: string, path: string, json?: object) {
  return lane.request(`/v1${path}`, { key, method, ...(json && { json }) })
}

/** All ids of a list, of at most 20 pages; none of a list that the key may not read. */
async function idsOf(key: string, list: Operation["list"] | undefined): Promise<string[]> {
  if (!list) throw new Error("no list")
  if (list.path.startsWith("/sandbox/") && key.startsWith("haat_live_")) return []
  const found: string[] = []
  for (let page = 1; page <= 20; page++) {
    const separator = list.path.includes("?") ? "&" : "?"
    const path = `${list.path}${separator}per_page=100${page > 1 ? `&page=${page}` : ""}`
    const { status, json } = await send(key, "GET", path)
    expect([path, status]).toEqual([path, 200])
    found.push(...json.data.map((row) => String(row[list.field])))
    if (page >= (json.meta.last_page ?? 1)) break
  }
  return found
}

/** Everything that keys can list, without what the asking itself changes. */
async function contents(): Promise<unknown> {
  return Promise.all(
    credentials.map(({ key }) =>
      Promise.all(
        ["/orders", "/seller/orders", "/webhook-endpoints", "/events", "/webhook-deliveries", PRODUCTS].map(
          async (path) =>
            (await send(key, "GET", `${path}${path.includes("?") ? "&" : "?"}per_page=100`)).json.data.map(
              ({ id, version, status }) => [id, version, path === "/webhook-deliveries" ? null : status],
            ),
        ),
      ),
    ),
  )
}

test("each operation that takes an id finds none of another world or account, and changes nothing", async () => {
  // The log shows a request within a second.
  for (const { key } of credentials)
    await expect
      .poll(async () => (await idsOf(key, LISTS["/requests/{id}"])).length, { timeout: 15_000 })
      .toBeGreaterThan(3)
  const before = await contents()
  const asked = new Map<string, number>()
  for (const owner of credentials) {
    const own = new Map<string, string[]>()
    for (const { list } of operations) {
      const at = `${list.path} ${list.field}`
      if (!own.has(at)) own.set(at, await idsOf(owner.key, list))
    }
    for (const { key, name, livemode } of credentials.filter(({ key: other }) => other !== owner.key)) {
      const visible = new Set<string>()
      // The catalogue is not an account's: both live keys see it, and sandboxes share the fixtures.
      for (const slug of await idsOf(key, LISTS["/products/{slug}"])) visible.add(slug)
      for (const { method, path, list } of operations) {
        const ids = (own.get(`${list.path} ${list.field}`) ?? []).filter((id) => !visible.has(id))
        const share = Math.max(2, Math.ceil(IDS / (operations.length * 12)))
        const body = BODIES[path.split("/").at(-1) ?? ""] ?? (method === "PATCH" ? BODIES["PATCH {id}"] : undefined)
        const operation = `${method} ${path}`
        for (const id of ids.slice(0, share)) {
          const { status, json } = await send(key, method, path.replace(/\{\w+\}/, id), body)
          const code = json?.error?.code
          const expected =
            livemode && path.startsWith("/sandbox/")
              ? [403, "test_key_required"]
              : !livemode && operation === "PATCH /seller/orders/{id}/ship"
                ? [403, "live_key_required"]
                : [404, "not_found"]
          expect([operation, `${name} asks for ${id} of ${owner.name}`, status, code]).toEqual([
            operation,
            `${name} asks for ${id} of ${owner.name}`,
            ...expected,
          ])
          asked.set(operation, (asked.get(operation) ?? 0) + 1)
        }
      }
    }
  }
  process.stdout.write(
    `${[...asked.values()].reduce((sum, count) => sum + count, 0)} ids asked in ${asked.size} operations\n`,
  )
  expect([...asked.keys()].sort()).toEqual(operations.map(({ method, path }) => `${method} ${path}`).sort())
  expect(await contents()).toEqual(before)
}, 1_200_000)
