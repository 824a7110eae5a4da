import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { OrderStatus } from "@/domain/order-status"
import type { KeyScope } from "@/domain/scope"
import { type ApiResponse, Lane, LANES } from "@/testing/fixtures/lane"
import { mailboxMessages } from "@/testing/fixtures/mailbox"
import { retryRequestOnStall } from "@/testing/fixtures/machine-stalls"
import type { TestKey } from "@/testing/fixtures/marketplace"

const STEPS = ["confirm", "pack", "cancel", "refund"] as const
type Step = (typeof STEPS)[number]
const SCOPE: Record<Step, KeyScope> = {
  confirm: "seller.orders.manage",
  pack: "seller.orders.manage",
  cancel: "seller.orders.manage",
  refund: "seller.refunds.write",
}

// What a program does with a store's orders besides shipping them.
describe.each(LANES)("steps of a seller order, on the %s lane", (name) => {
  let lane: Lane
  let customer: string
  let owner: string
  let seller: TestKey
  let tester: TestKey
  let stranger: TestKey
  let store: number
  let otherStore: number

  beforeAll(async () => {
    lane = await Lane.lease(name)
    const { marketplace } = lane
    customer = await marketplace.account({ name: "Asha Jha", locale: "mai" })
    owner = await marketplace.account()
    seller = await marketplace.key(owner)
    tester = await marketplace.key(owner, { mode: "test" })
    store = await marketplace.store("Mithila Haat", { owner })
    const neighbour = await marketplace.account()
    stranger = await marketplace.key(neighbour)
    otherStore = await marketplace.store("Kosi Bazaar", { owner: neighbour })
  })
  afterAll(() => lane.close())

  const orderIn = async (status: OrderStatus, { stores = [store] } = {}) => {
    const order = await lane.marketplace.order({ account: customer, stores, status })
    const [sellerOrder] = order.sellerOrders
    if (!sellerOrder) throw new Error("an order without seller orders")
    return { id: `so_${sellerOrder.id}`, uuid: sellerOrder.id, number: sellerOrder.number, order }
  }
  /** A pending order of the owner's sandbox, which is paid. */
  const sandboxOrder = async () => {
    const { json } = await lane.request("/v1/seller/orders?status=pending", { key: tester })
    const found = json.data.find(({ payment_status: payment }) => payment === "paid")
    const { id, number } = found as unknown as { id: string; number: string }
    const uuid = id.slice("so_".length)
    const [order] = await lane.marketplace.rows<{ id: string; due: number }>(
      "SELECT order_id AS id, total - discount_share AS due FROM seller_order WHERE id = $1",
      [uuid],
    )
    return { id, uuid, number, orderId: order?.id ?? "", due: order?.due ?? 0 }
  }
  const get = (id: string, key = seller, headers: Record<string, string> = {}) =>
    lane.request(`/v1/seller/orders/${id}`, { key, headers })
  const take = (
    step: Step,
    id: string,
    { key = seller, json, headers = {} }: { key?: TestKey; json?: object; headers?: Record<string, string> } = {},
  ) =>
    lane.request(`/v1/seller/orders/${id}/${step}`, {
      method: "POST",
      key,
      headers,
      ...(json === undefined ? {} : { json }),
    })
  const outcome = ({ status, json }: ApiResponse) => (status < 300 ? [status] : [status, json.error.code])
  const row = async (uuid: string) =>
    (
      await lane.marketplace.rows<Record<string, unknown>>(
        `SELECT p.status, p.payment_status, p.refunded_total, p.version, o.refunded_total AS order_refunded,
           (SELECT coalesce(sum(amount), 0)::int FROM refund r WHERE r.seller_order_id = p.id) AS refunds,
           (SELECT count(*)::int FROM webhook_event e WHERE e.subject_id = p.id) AS events,
           (SELECT count(*)::int FROM audit_entry a WHERE a.subject = p.id::text) AS entries
         FROM seller_order p JOIN customer_order o ON o.id = p.order_id WHERE p.id = $1`,
        [uuid],
      )
    )[0]

  test("one order is read by its id or number, as the list shows it, with its version as a strong ETag", async () => {
    const { id, number } = await orderIn("packed")
    const byId = await get(id)
    expect([byId.status, byId.headers.get("etag"), byId.headers.get("cache-control")]).toEqual([
      200,
      '"1"',
      "private, no-cache, no-transform",
    ])
    expect(byId.json.data).toMatchObject({ id, number, status: "packed", livemode: true, shipment: null })
    expect((byId.json.data.delivery_address as { city: string }).city).toBe("Darbhanga")
    expect((await get(number)).text).toBe(byId.text)
    const { json } = await lane.request("/v1/seller/orders?status=packed&per_page=100", { key: seller })
    expect(json.data.find((order) => order.id === id)).toEqual(byId.json.data)
    expect((await get(id, seller, { "if-none-match": '"1"' })).status).toBe(304)
    expect((await get((await orderIn("delivered")).id)).json.data.delivery_address).toBeNull()
  })

  test("confirms and packs an order once each, and returns the updated order", async () => {
    const { id, number, uuid } = await orderIn("pending")
    const confirmed = await take("confirm", number)
    expect([confirmed.status, confirmed.headers.get("etag"), confirmed.json.data.status]).toEqual([
      200,
      '"2"',
      "confirmed",
    ])
    expect(confirmed.text).toBe((await get(id)).text)
    const again = await take("confirm", id)
    expect([outcome(again), again.json.error.message]).toEqual([
      [409, "invalid_state"],
      "This order is confirmed and its payment paid: it cannot be confirmed.",
    ])
    const packed = await take("pack", id)
    expect(packed.json.data).toMatchObject({ status: "packed", version: 3 })
    expect(Date.parse(String(packed.json.data.updated_at))).toBeGreaterThanOrEqual(
      Date.parse(String(confirmed.json.data.updated_at)),
    )
    expect(outcome(await take("pack", id))).toEqual([409, "invalid_state"])
    expect(await row(uuid)).toMatchObject({ status: "packed", events: 2 })
    expect((await lane.ship(id, { key: seller })).json.data.status).toBe("shipped")
  })

  test("a step that the order's state does not allow is a 409, and changes nothing", async () => {
    const refused: [Step, OrderStatus[]][] = [
      ["confirm", ["confirmed", "packed", "shipped", "delivered", "cancelled"]],
      ["pack", ["pending", "packed", "shipped", "delivered", "cancelled"]],
      ["cancel", ["shipped", "delivered", "cancelled"]],
    ]
    for (const [step, statuses] of refused) {
      for (const status of statuses) {
        const { id, uuid } = await orderIn(status)
        const response = await take(step, id)
        expect([step, status, ...outcome(response)]).toEqual([step, status, 409, "invalid_state"])
        expect(response.json.error.message).toContain(status)
        expect(await row(uuid)).toMatchObject({ status, version: 1, refunds: 0, events: 0, entries: 0 })
      }
    }
    const unpaid = await orderIn("pending")
    await lane.marketplace.rows("UPDATE seller_order SET payment_status = 'pending' WHERE id = $1", [unpaid.uuid])
    await lane.marketplace.rows("UPDATE payment SET status = 'pending', paid_at = NULL WHERE order_id = $1", [
      unpaid.order.id,
    ])
    expect(outcome(await take("confirm", unpaid.id))).toEqual([409, "invalid_state"])
    const refund = await take("refund", unpaid.id)
    expect([outcome(refund), refund.json.error.message]).toEqual([
      [409, "invalid_state"],
      "Nothing was paid for this order.",
    ])
  })

  test("cancelling refunds the payment, hides the address and notifies the buyer, with or without a reason", async () => {
    for (const [json, reason] of [
      [{ reason: "  Out of stock " }, "Out of stock"],
      [{}, null],
      [undefined, null],
    ] as const) {
      const { id, uuid, number } = await orderIn("packed")
      const { status, json: answer } = await take("cancel", id, json === undefined ? {} : { json })
      expect([status, answer.data]).toMatchObject([
        200,
        { status: "cancelled", payment_status: "refunded", refunded_total: 20_000, delivery_address: null },
      ])
      expect(await row(uuid)).toMatchObject({ refunds: 20_000, order_refunded: 20_000, entries: 1 })
      const entries = await lane.marketplace.rows(
        "SELECT actor_id, actor_kind, action, data FROM audit_entry WHERE subject = $1",
        [uuid],
      )
      expect(entries).toEqual([
        {
          actor_id: owner,
          actor_kind: "api_key",
          action: "seller_order.cancelled",
          data: { reason, refunded: 20_000 },
        },
      ])
      if (name !== "fast") continue
      const mail = () => mailboxMessages(lane.marketplace, "id = $1", [`order-cancelled-${uuid}`])
      await expect.poll(async () => (await mail()).length, { timeout: 15_000 }).toBe(1)
      const [{ text = "" } = {}] = await mail()
      expect(text).toContain(number)
      expect(text.includes("कारण")).toBe(reason !== null)
      expect(text.includes("Out of stock")).toBe(reason !== null)
    }
  })

  test("a refund is of an amount or of all that remains, in any status", async () => {
    const { id, uuid } = await orderIn("delivered")
    const sellerOrder = await take("refund", id, { json: { amount: 1_234, reason: "Broken", refunded_total: 0 } })
    expect(sellerOrder.json.data).toMatchObject({
      status: "delivered",
      payment_status: "partially_refunded",
      refunded_total: 1_234,
      version: 2,
    })
    const late = await take("refund", id, { json: { amount: 1, refunded_total: 0 } })
    expect([outcome(late), late.json.error.message]).toEqual([
      [409, "invalid_state"],
      "Meanwhile 1234 paise have been refunded.",
    ])
    expect(outcome(await take("refund", id, { json: { amount: 18_767 } }))).toEqual([409, "invalid_state"])
    expect((await take("refund", id, { json: { amount: null } })).json.data).toMatchObject({
      payment_status: "refunded",
      refunded_total: 20_000,
    })
    expect(outcome(await take("refund", id))).toEqual([409, "invalid_state"])
    expect(await row(uuid)).toMatchObject({ refunds: 20_000, order_refunded: 20_000, entries: 2 })
  })

  test.each([
    [{ amount: 0 }, "amount"],
    [{ amount: -5 }, "amount"],
    [{ amount: 1.5 }, "amount"],
    [{ amount: "5" }, "amount"],
    [{ amount: 2_147_483_648 }, "amount"],
    [{ refunded_total: -1 }, "refunded_total"],
    [{ refunded_total: null }, "refunded_total"],
    [{ reason: "" }, "reason"],
    [{ reason: "  " }, "reason"],
    [{ reason: "x".repeat(301) }, "reason"],
    [{ reason: "a\u0000b" }, "reason"],
  ])("an invalid refund returns 422 with its field: %j", async (json, param) => {
    const { id, uuid } = await orderIn("packed")
    const response = await take("refund", id, { json })
    expect([response.status, response.json.error.details.map((detail) => detail.param)]).toEqual([422, [param]])
    expect(await row(uuid)).toMatchObject({ version: 1, refunds: 0 })
  })

  test("a body is JSON, if there is one", async () => {
    const { id, uuid } = await orderIn("packed")
    for (const [body, type, status] of [
      ["reason=x", "application/x-www-form-urlencoded", 415],
      ["{", "application/json", 422],
      ["[]", "application/json", 422],
      ["x".repeat(70_000), "application/json", 413],
    ] as const) {
      const response = await lane.request(`/v1/seller/orders/${id}/cancel`, {
        method: "POST",
        key: seller,
        body,
        headers: { "content-type": type },
      })
      expect([body.slice(0, 9), response.status]).toEqual([body.slice(0, 9), status])
    }
    expect(await row(uuid)).toMatchObject({ status: "packed" })
    const empty = await lane.request(`/v1/seller/orders/${id}/cancel`, {
      method: "POST",
      key: seller,
      headers: { "content-type": "application/json" },
    })
    expect(empty.json.data.status).toBe("cancelled")
  })

  test("each mode has its own orders, and a test key takes the same steps with those of the sandbox", async () => {
    const live = await orderIn("pending")
    const sandbox = await sandboxOrder()
    for (const [key, { id, number, uuid }] of [
      [tester, live],
      [seller, sandbox],
    ] as const) {
      for (const address of [id, number]) {
        expect(outcome(await get(address, key))).toEqual([404, "not_found"])
        for (const step of STEPS) expect(outcome(await take(step, address, { key }))).toEqual([404, "not_found"])
      }
      expect(await row(uuid)).toMatchObject({ status: "pending", version: 1 })
    }
    expect((await get(sandbox.number, tester)).json.data).toMatchObject({ livemode: false, status: "pending" })
    for (const [step, members] of [
      ["confirm", { status: "confirmed" }],
      ["pack", { status: "packed" }],
      ["refund", { refunded_total: 500 }],
      ["cancel", { status: "cancelled", refunded_total: sandbox.due }],
    ] as const) {
      const json = step === "refund" ? { json: { amount: 500 } } : {}
      const { status, json: answer } = await take(step, sandbox.id, { key: tester, ...json })
      expect([step, status, answer.data]).toMatchObject([step, 200, { ...members, livemode: false }])
    }
    const events = await lane.marketplace.rows(
      "SELECT DISTINCT livemode FROM webhook_event WHERE subject_id IN ($1, $2)",
      [sandbox.uuid, sandbox.orderId],
    )
    expect(events).toEqual([{ livemode: false }])
    const mails = await lane.marketplace.rows(
      "SELECT FROM graphile_worker._private_jobs WHERE payload->>'id' IN ($1, $2)",
      [`order-cancelled-${sandbox.uuid}`, `order-refunded-${sandbox.uuid}-1`],
    )
    expect(mails).toEqual([])
    expect(outcome(await lane.ship(sandbox.id, { key: tester }))).toEqual([403, "live_key_required"])
  })

  test("orders of other stores are not found, and accounts without a store are refused", async () => {
    const { id, uuid } = await orderIn("pending")
    const buyer = await lane.marketplace.key(customer)
    const cataloguer = await lane.marketplace.account()
    await lane.marketplace.member(store, cataloguer, "catalogue")
    const catalogueKey = await lane.marketplace.key(cataloguer)
    expect(outcome(await get(id, stranger))).toEqual([404, "not_found"])
    expect(outcome(await get(id, buyer))).toEqual([403, "not_a_seller"])
    for (const step of STEPS) {
      expect([step, ...outcome(await take(step, id, { key: stranger }))]).toEqual([step, 404, "not_found"])
      for (const key of [buyer, catalogueKey])
        expect([step, ...outcome(await take(step, id, { key }))]).toEqual([step, 403, "not_a_seller"])
      for (const none of [
        "so_x",
        "so_00000000-0000-7000-8000-000000000000",
        "HT-2611-999999-1",
        "HT-2611-000001",
        "%00",
      ])
        expect([step, none, ...outcome(await take(step, none))]).toEqual([step, none, 404, "not_found"])
    }
    expect(await row(uuid)).toMatchObject({ status: "pending", version: 1 })
  })

  test("each step needs its own scope", async () => {
    const all: KeyScope[] = [
      "seller.orders.read",
      "seller.orders.write",
      "seller.orders.manage",
      "seller.refunds.write",
      "orders.read",
    ]
    const { id } = await orderIn("pending")
    for (const step of STEPS) {
      const key = await lane.marketplace.key(owner, { scopes: all.filter((scope) => scope !== SCOPE[step]) })
      const response = await take(step, id, { key, json: { amount: "wrong" } })
      expect([step, ...outcome(response), response.headers.get("www-authenticate")]).toEqual([
        step,
        403,
        "insufficient_scope",
        expect.stringContaining(`scope="${SCOPE[step]}"`),
      ])
    }
    const writer = await lane.marketplace.key(owner, { scopes: all.slice(1) })
    expect(outcome(await get(id, writer))).toEqual([403, "insufficient_scope"])
    const managing = await lane.marketplace.key(owner, { scopes: ["seller.orders.manage"] })
    expect((await take("confirm", id, { key: managing })).json.data.status).toBe("confirmed")
    const refunding = await lane.marketplace.key(owner, { scopes: ["seller.refunds.write"] })
    expect((await take("refund", id, { key: refunding })).json.data.payment_status).toBe("refunded")
  })

  test("an Idempotency-Key takes a step once, and repeats its response or error", async () => {
    for (const [step, status] of [
      ["confirm", "pending"],
      ["pack", "confirmed"],
      ["cancel", "packed"],
      ["refund", "shipped"],
    ] as const) {
      const { id, uuid } = await orderIn(status)
      const headers = { "idempotency-key": `${step}-${id}` }
      const sent = step === "refund" ? { json: { amount: 700 }, headers } : { headers }
      const first = await take(step, id, sent)
      const after = await row(uuid)
      const again = await take(step, id, sent)
      expect([step, first.status, first.headers.get("idempotent-replayed")]).toEqual([step, 200, null])
      expect([again.status, again.headers.get("idempotent-replayed"), again.text]).toEqual([200, "true", first.text])
      expect(again.headers.get("etag")).toBe(first.headers.get("etag"))
      expect(await row(uuid)).toEqual(after)
      const other = await orderIn(status)
      expect(outcome(await take(step, other.id, sent))).toEqual([422, "idempotency_key_reused"])
      expect(await row(other.uuid)).toMatchObject({ status, version: 1 })
    }
    const { id } = await orderIn("delivered")
    const headers = { "idempotency-key": `late-${id}` }
    const refused = await take("cancel", id, { headers, json: { reason: "x" } })
    const again = await take("cancel", id, { headers, json: { reason: "x" } })
    expect([outcome(refused), outcome(again), again.headers.get("idempotent-replayed")]).toEqual([
      [409, "invalid_state"],
      [409, "invalid_state"],
      "true",
    ])
    expect(again.json.error.message).toBe(refused.json.error.message)
    expect(outcome(await take("cancel", id, { headers, json: { reason: "y" } }))).toEqual([
      422,
      "idempotency_key_reused",
    ])
    const [stored] = await lane.marketplace.rows(
      "SELECT count(*)::int AS n FROM idempotency_key WHERE result::text LIKE '%Lalbagh%'",
    )
    expect(stored).toEqual({ n: 0 })
  })

  test("a step that is refused halfway commits nothing, with or without an Idempotency-Key", async () => {
    for (const step of ["cancel", "refund"] as const) {
      const { id, uuid, order } = await orderIn("packed")
      // The part can still be refunded, but the order cannot: the refusal comes after the part has been changed.
      await lane.marketplace.rows("UPDATE customer_order SET refunded_total = total - 1 WHERE id = $1", [order.id])
      const before = await row(uuid)
      for (const headers of [{}, { "idempotency-key": `half-${id}` }, { "idempotency-key": `half-${id}` }] as const) {
        const response = await take(step, id, { headers })
        expect([step, ...outcome(response)]).toEqual([step, 409, "invalid_state"])
        expect(response.json.error.message).toContain("More would be refunded")
        expect(await row(uuid)).toEqual(before)
      }
      const [stored] = await lane.marketplace.rows("SELECT result FROM idempotency_key WHERE key = $1", [`half-${id}`])
      expect(stored).toMatchObject({ result: { problem: "invalid_state" } })
      expect(
        await lane.marketplace.rows("SELECT FROM graphile_worker._private_jobs WHERE payload->>'id' LIKE $1", [
          `%${uuid}%`,
        ]),
      ).toEqual([])
    }
  })

  test("If-Match is met by the version that was read, and of 20 concurrent steps with it one succeeds", async () => {
    for (const [step, status] of [
      ["confirm", "pending"],
      ["pack", "confirmed"],
      ["cancel", "packed"],
      ["refund", "shipped"],
    ] as const) {
      const { id, uuid } = await orderIn(status)
      const etag = (await get(id)).headers.get("etag") ?? ""
      const sent = step === "refund" ? { json: { amount: 100 } } : {}
      const stale = await take(step, id, { ...sent, headers: { "if-match": '"99"', "idempotency-key": id } })
      expect([step, ...outcome(stale)]).toEqual([step, 412, "precondition_failed"])
      const responses = await Promise.all(
        Array.from({ length: 20 }, () =>
          retryRequestOnStall(() => take(step, id, { ...sent, headers: { "if-match": etag } })),
        ),
      )
      expect(responses.map((response) => response.status).sort()).toEqual([200, ...Array<number>(19).fill(412)])
      // A cancellation counts twice, since it refunds as well.
      const version = step === "cancel" ? 3 : 2
      const refunds = { confirm: 0, pack: 0, cancel: 20_000, refund: 100 }[step]
      expect(await row(uuid)).toMatchObject({ version, refunds })
      const met = { "if-match": `"${version}"`, "idempotency-key": id }
      expect(outcome(await take(step, id, { ...sent, headers: met }))).toEqual(
        step === "refund" ? [200] : [409, "invalid_state"],
      )
    }
  })

  test("20 concurrent requests with one Idempotency-Key refund once", async () => {
    const { id, uuid } = await orderIn("shipped")
    const sent = { json: { amount: 300 }, headers: { "idempotency-key": `race-${id}` } }
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => retryRequestOnStall(() => take("refund", id, sent))),
    )
    for (const response of responses.filter(({ status }) => status !== 200))
      expect(outcome(response)).toEqual([409, "idempotency_in_progress"])
    expect((await take("refund", id, sent)).headers.get("idempotent-replayed")).toBe("true")
    expect(await row(uuid)).toMatchObject({ version: 2, refunds: 300, entries: 1 })
  })

  test("cancellations and refunds at the same time never refund more than was paid", async () => {
    for (let round = 0; round < 3; round++) {
      const { id, uuid, order } = await orderIn("packed", { stores: [store, otherStore] })
      const responses = await Promise.all(
        Array.from({ length: 24 }, (_, i) =>
          retryRequestOnStall(() =>
            i % 3 === 0
              ? take("cancel", id, { headers: { "idempotency-key": `${id}-${i}` } })
              : take("refund", id, {
                  json: { amount: 1_000 * (1 + (i % 5)) },
                  headers: { "idempotency-key": `${id}-${i}` },
                }),
          ),
        ),
      )
      expect([...new Set(responses.map(({ status }) => status))].sort()).toEqual([200, 409])
      expect(responses.filter(({ status, json }) => status === 409 && json.error.code !== "invalid_state")).toEqual([])
      expect(await row(uuid)).toMatchObject({
        status: "cancelled",
        payment_status: "refunded",
        refunded_total: 20_000,
        refunds: 20_000,
        order_refunded: 20_000,
      })
      const refunds = responses.filter(({ status }, i) => status === 200 && i % 3 !== 0).length
      const rows = await lane.marketplace.rows("SELECT FROM refund WHERE order_id = $1", [order.id])
      // The cancellation refunds the rest, if there is one.
      expect([refunds, refunds + 1]).toContain(rows.length)
    }
  })

  test("two stores that cancel their parts of an order at the same time, each with If-Match, do not block each other", async () => {
    for (let round = 0; round < 10; round++) {
      const { order } = await orderIn("packed", { stores: [store, otherStore] })
      const [first, second] = order.sellerOrders.map(({ id }) => `so_${id}`)
      const headers = { "if-match": '"1"' }
      const responses = await Promise.all([
        take("cancel", first ?? "", { headers }),
        take("cancel", second ?? "", { key: stranger, headers }),
      ])
      expect(responses.map((response) => outcome(response))).toEqual([[200], [200]])
      expect(
        await lane.marketplace.rows("SELECT status, refunded_total FROM customer_order WHERE id = $1", [order.id]),
      ).toEqual([{ status: "cancelled", refunded_total: 40_000 }])
    }
  })
})
