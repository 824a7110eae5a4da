import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { Lane, LANES } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"
import { retryRequestOnStall } from "@/testing/fixtures/machine-stalls"

describe.each(LANES)("orders and fulfilment, on the %s lane", (name) => {
  let lane: Lane
  let customer: string
  let customerKey: TestKey
  let owner: string
  let seller: TestKey
  let store: number
  let otherStore: number

  beforeAll(async () => {
    lane = await Lane.lease(name)
    const { marketplace } = lane
    customer = await marketplace.account({ name: "Asha Jha", locale: "mai", email: "asha@example.in" })
    customerKey = await marketplace.key(customer)
    owner = await marketplace.account({ name: "Ravi" })
    seller = await marketplace.key(owner)
    store = await marketplace.store("Mithila Haat", { owner })
    otherStore = await marketplace.store("Kosi Bazaar")
  })
  afterAll(() => lane.close())

  const confirmed = async () => {
    const order = await lane.marketplace.order({ account: customer, stores: [store] })
    const [sellerOrder] = order.sellerOrders
    if (!sellerOrder) throw new Error("an order without seller orders")
    return { ...sellerOrder, order }
  }
  const count = async (text: string, values: unknown[]): Promise<number> =>
    (await lane.marketplace.rows<{ n: number }>(`SELECT count(*)::int AS n FROM ${text}`, values))[0]?.n ?? -1

  test("an order has every field, only for the account that placed it", async () => {
    const { id, number, sellerOrders } = await lane.marketplace.order({
      account: customer,
      stores: [store, otherStore],
    })
    const order = (await lane.request(`/v1/orders/${number}`, { key: customerKey })).json.data
    expect(order).toMatchObject({
      id: `ord_${id}`,
      number,
      status: "confirmed",
      payment_status: "paid",
      currency: "INR",
      subtotal: 40_000,
      total: 40_000,
      item_count: 2,
    })
    expect(order.items).toHaveLength(2)
    expect(order.parts).toMatchObject([
      {
        id: `so_${sellerOrders[0]?.id}`,
        number: `${number}-1`,
        seller: { store: "mithila-haat", name: "Mithila Haat" },
        status: "confirmed",
        shipment: null,
      },
      { number: `${number}-2`, seller: { store: "kosi-bazaar" } },
    ])
    expect(order.delivery_address).toMatchObject({
      name: "Asha Jha",
      district: "Darbhanga",
      state: "Bihar",
      pincode: "846004",
      country: "IN",
      line2: null,
    })
    for (const other of [`${number}0`, "HT-2611-999999", "x", "%00", number.toLowerCase()]) {
      expect([other, (await lane.request(`/v1/orders/${other}`, { key: customerKey })).status]).toEqual([other, 404])
    }
    expect((await lane.request(`/v1/orders/${number}`, { key: seller })).status).toBe(404)
  })

  test("order lists are the account's own, newest first, by status", async () => {
    const account = await lane.marketplace.account()
    const key = await lane.marketplace.key(account)
    const first = await lane.marketplace.order({ account, stores: [store] })
    const second = await lane.marketplace.order({ account, stores: [store], status: "delivered" })
    expect((await lane.request("/v1/orders", { key })).json.data.map(({ number }) => number)).toEqual([
      second.number,
      first.number,
    ])
    expect((await lane.request("/v1/orders?status=delivered", { key })).json.data.map(({ number }) => number)).toEqual([
      second.number,
    ])
    expect((await lane.request("/v1/orders?status=lost", { key })).json.error.details[0]?.param).toBe("status")
  })

  test("only members of a store see its orders", async () => {
    const { id } = await confirmed()
    const people: [string, "manager" | "orders" | "catalogue" | null, number][] = [
      ["manager", "manager", 200],
      ["orders", "orders", 200],
      ["catalogue", "catalogue", 403],
      ["nobody", null, 403],
    ]
    for (const [who, role, status] of people) {
      const account = await lane.marketplace.account()
      if (role) await lane.marketplace.member(store, account, role)
      const response = await lane.request("/v1/seller/orders", { key: await lane.marketplace.key(account) })
      expect([who, response.status]).toEqual([who, status])
      if (status === 403) expect(response.json.error.code).toBe("not_a_seller")
    }
    const pendingOwner = await lane.marketplace.account()
    await lane.marketplace.store("Naya Dukan", { status: "pending", owner: pendingOwner })
    expect(
      (await lane.request("/v1/seller/orders", { key: await lane.marketplace.key(pendingOwner) })).json.error.code,
    ).toBe("not_a_seller")
    const otherOwner = await lane.marketplace.account()
    await lane.marketplace.member(otherStore, otherOwner, "owner")
    const otherKey = await lane.marketplace.key(otherOwner)
    expect(
      (await lane.request("/v1/seller/orders?per_page=100", { key: otherKey })).json.data.map((order) => order.id),
    ).not.toContain(`so_${id}`)
    expect((await lane.ship(`so_${id}`, { key: otherKey })).status).toBe(404)
  })

  test("the address is included only while the order is being fulfilled", async () => {
    for (const [status, shown] of [
      ["pending", true],
      ["confirmed", true],
      ["packed", true],
      ["shipped", true],
      ["delivered", false],
      ["cancelled", false],
    ] as const) {
      const { sellerOrders } = await lane.marketplace.order({
        account: customer,
        stores: [store],
        status,
      })
      const list = await lane.request(`/v1/seller/orders?status=${status}&per_page=100`, { key: seller })
      const order = list.json.data.find(({ number }) => number === sellerOrders[0]?.number)
      expect([status, order?.delivery_address !== null]).toEqual([status, shown])
    }
  })

  test("shipping records the shipment and emails the customer in their language", async () => {
    const { id, number, order } = await confirmed()
    const response = await lane.ship(number, {
      key: seller,
      json: {
        courier_name: "  Pavan Express ",
        awb: "PX-77",
        tracking_url: "https://track.example/PX-77",
        colour: "red",
      },
    })
    expect(response.status).toBe(200)
    expect(response.json.data).toMatchObject({
      id: `so_${id}`,
      status: "shipped",
      order_number: order.number,
      shipment: {
        courier_name: "Pavan Express",
        awb: "PX-77",
        tracking_url: "https://track.example/PX-77",
        delivered_at: null,
      },
    })
    expect(response.json.data.shipped_at).toBe((response.json.data.shipment as { shipped_at: string }).shipped_at)
    expect((await lane.request(`/v1/orders/${order.number}`, { key: customerKey })).json.data).toMatchObject({
      status: "shipped",
      parts: [{ status: "shipped", shipment: { awb: "PX-77" } }],
    })
    const [event] = await lane.marketplace.rows<{ type: string; data: Record<string, unknown> }>(
      "SELECT type, data FROM webhook_event WHERE subject_id = $1",
      [id],
    )
    expect(event?.type).toBe("seller.order.updated")
    expect(event?.data).toMatchObject({ id: `so_${id}`, status: "shipped" })
    expect(event?.data).not.toHaveProperty("delivery_address")
    if (name === "fast") {
      await expect
        .poll(
          () =>
            lane.marketplace.rows("SELECT locale, subject FROM mailbox_message WHERE id = $1", [`order-shipped-${id}`]),
          { timeout: 15_000 },
        )
        .toEqual([{ locale: "mai", subject: `ऑर्डर ${number} रवाना भऽ गेल अछि` }])
    }
  })

  test("an order has the status of its least advanced seller order", async () => {
    const { number, sellerOrders } = await lane.marketplace.order({
      account: customer,
      stores: [store, otherStore],
    })
    await lane.ship(`so_${sellerOrders[0]?.id}`, { key: seller })
    const status = async () => (await lane.request(`/v1/orders/${number}`, { key: customerKey })).json.data.status
    expect(await status()).toBe("confirmed")
    await lane.marketplace.rows("UPDATE seller_order SET status = 'cancelled', cancelled_at = now() WHERE id = $1", [
      sellerOrders[1]?.id,
    ])
    expect(await status()).toBe("shipped")
  })

  test("only a confirmed or packed order can be shipped", async () => {
    for (const status of ["pending", "shipped", "delivered", "cancelled"] as const) {
      const { sellerOrders } = await lane.marketplace.order({
        account: customer,
        stores: [store],
        status,
      })
      const response = await lane.ship(`so_${sellerOrders[0]?.id}`, { key: seller })
      expect([status, response.status, response.json.error.code]).toEqual([status, 409, "invalid_state"])
    }
    const { sellerOrders } = await lane.marketplace.order({
      account: customer,
      stores: [store],
      status: "packed",
    })
    expect((await lane.ship(`so_${sellerOrders[0]?.id}`, { key: seller })).status).toBe(200)
  })

  test("50 concurrent calls ship an order once", async () => {
    for (let round = 0; round < 3; round++) {
      const { id } = await confirmed()
      const responses = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          retryRequestOnStall(() =>
            lane.ship(`so_${id}`, { key: seller, json: { courier_name: `Courier ${i}`, awb: `A-${i}` } }),
          ),
        ),
      )
      const shipped = responses.filter(({ status }) => status === 200)
      expect(shipped).toHaveLength(1)
      expect(
        responses.filter(({ status, json }) => status === 409 && json.error.code === "invalid_state"),
      ).toHaveLength(49)
      expect(
        await count("shipment WHERE seller_order_id = $1 AND courier_name = $2", [
          id,
          (shipped[0]?.json.data.shipment as { courier_name: string }).courier_name,
        ]),
      ).toBe(1)
      expect(await count("shipment WHERE seller_order_id = $1", [id])).toBe(1)
      expect(await count("webhook_event WHERE subject_id = $1", [id])).toBe(1)
      const mails = async () => {
        const queued = await count("graphile_worker._private_jobs WHERE payload->>'id' = $1", [`order-shipped-${id}`])
        return queued + (await count("mailbox_message WHERE id = $1", [`order-shipped-${id}`]))
      }
      await expect.poll(mails).toBe(1)
    }
  })

  test("a locked order fails in time, and is shipped when it is unlocked", async () => {
    const { id } = await confirmed()
    const holder = await lane.marketplace.db.connect()
    try {
      await holder.query("BEGIN")
      await holder.query("SELECT FROM seller_order WHERE id = $1 FOR UPDATE", [id])
      for (const headers of [{}, { "idempotency-key": `held-${id}` }]) {
        const refused = await lane.ship(`so_${id}`, { key: seller, headers })
        expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"])
      }
    } finally {
      await holder.query("ROLLBACK")
      holder.release()
    }
    expect(await count("webhook_event WHERE subject_id = $1", [id])).toBe(0)
    expect((await lane.ship(`so_${id}`, { key: seller, headers: { "idempotency-key": `held-${id}` } })).status).toBe(
      200,
    )
  })

  test("two seller orders of one order shipped concurrently leave it shipped", async () => {
    const both = await lane.marketplace.account()
    await lane.marketplace.member(otherStore, both, "manager")
    const otherKey = await lane.marketplace.key(both)
    for (let round = 0; round < 10; round++) {
      const { number, sellerOrders } = await lane.marketplace.order({
        account: customer,
        stores: [store, otherStore],
      })
      const responses = await Promise.all([
        lane.ship(`so_${sellerOrders[0]?.id}`, { key: seller }),
        lane.ship(`so_${sellerOrders[1]?.id}`, { key: otherKey }),
      ])
      expect(responses.map(({ status }) => status)).toEqual([200, 200])
      expect((await lane.request(`/v1/orders/${number}`, { key: customerKey })).json.data.status).toBe("shipped")
    }
  })

  test("an Idempotency-Key returns the first result again, only for the same request", async () => {
    const { id } = await confirmed()
    const headers = { "idempotency-key": `ship-${id}` }
    const first = await lane.ship(`so_${id}`, { key: seller, headers })
    expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([200, null])
    const again = await lane.ship(`so_${id}`, { key: seller, headers })
    expect([again.status, again.headers.get("idempotent-replayed"), again.text]).toEqual([200, "true", first.text])
    expect(again.json.data.delivery_address).not.toBeNull()
    const [stored] = await lane.marketplace.rows<{ n: number }>(
      "SELECT count(*)::int AS n FROM idempotency_key WHERE result::text LIKE '%Lalbagh%'",
    )
    expect(stored?.n).toBe(0)
    const another = await lane.ship(`so_${id}`, {
      key: seller,
      headers,
      json: { courier_name: "Pavan Express", awb: "PX-2" },
    })
    expect([another.status, another.json.error.code]).toEqual([422, "idempotency_key_reused"])
    const elsewhere = await lane.ship(`so_${(await confirmed()).id}`, { key: seller, headers })
    expect([elsewhere.status, elsewhere.json.error.code]).toEqual([422, "idempotency_key_reused"])
    expect(await count("webhook_event WHERE subject_id = $1", [id])).toBe(1)
    const refused = await lane.ship(`so_${id}`, { key: seller, headers: { "idempotency-key": `late-${id}` } })
    const refusedAgain = await lane.ship(`so_${id}`, { key: seller, headers: { "idempotency-key": `late-${id}` } })
    expect([refused.status, refusedAgain.status, refusedAgain.headers.get("idempotent-replayed")]).toEqual([
      409,
      409,
      "true",
    ])
    await lane.marketplace.rows("UPDATE seller_order SET status = 'delivered', delivered_at = now() WHERE id = $1", [
      id,
    ])
    const later = await lane.ship(`so_${id}`, { key: seller, headers })
    expect([later.status, later.json.data.status, later.json.data.delivery_address]).toEqual([200, "shipped", null])
    expect(
      (await lane.ship(`so_${id}`, { key: seller, headers: { "idempotency-key": "x".repeat(256) } })).json.error
        .details[0]?.param,
    ).toBe("Idempotency-Key")
  })

  test("one Idempotency-Key sent 20 times concurrently takes effect once", async () => {
    const { id } = await confirmed()
    const responses = await Promise.all(
      Array.from({ length: 20 }, () =>
        retryRequestOnStall(() => lane.ship(`so_${id}`, { key: seller, headers: { "idempotency-key": `race-${id}` } })),
      ),
    )
    expect(
      responses.filter(({ status, headers }) => status === 200 && !headers.get("idempotent-replayed")),
    ).toHaveLength(1)
    for (const { status, json, headers } of responses) {
      expect(
        status === 200 ? [headers.get("idempotent-replayed"), "true", null].includes("true") : json.error.code,
      ).toBe(status === 200 ? true : "idempotency_in_progress")
    }
    expect(await count("webhook_event WHERE subject_id = $1", [id])).toBe(1)
  })

  test("test keys and missing scopes are rejected, in the order of the checks", async () => {
    const { id } = await confirmed()
    const testKey = await lane.marketplace.key(owner, { mode: "test" })
    const reader = await lane.marketplace.key(owner, { scopes: ["seller.orders.read"] })
    const testReader = await lane.marketplace.key(owner, { mode: "test", scopes: ["seller.orders.read"] })
    const invalid = { courier_name: 1 }
    expect((await lane.ship(`so_${id}`, { key: testKey, json: invalid })).json.error.code).toBe("live_key_required")
    const missing = await lane.ship(`so_${id}`, { key: reader, json: invalid })
    expect([missing.json.error.code, missing.headers.get("www-authenticate")]).toEqual([
      "insufficient_scope",
      expect.stringContaining('scope="seller.orders.write"'),
    ])
    expect(missing.json.error.message).toContain("seller.orders.write")
    expect((await lane.ship(`so_${id}`, { key: testReader, json: invalid })).json.error.code).toBe("insufficient_scope")
    expect(
      (await lane.ship(`so_${id}`, { key: await lane.marketplace.key(customer, { mode: "test" }), json: invalid })).json
        .error.code,
    ).toBe("live_key_required")
    expect((await lane.ship(`so_${id}`, { key: customerKey, json: invalid })).json.error.code).toBe("not_a_seller")
    expect((await lane.ship("so_nothing", { key: seller, json: invalid })).status).toBe(422)
    expect((await lane.ship("so_nothing", { key: seller })).status).toBe(404)
    expect(await count("shipment WHERE seller_order_id = $1", [id])).toBe(0)
    expect((await lane.request("/v1/seller/orders", { key: testKey })).status).toBe(200)
  })

  test.each([
    [{}, ["courier_name", "awb"]],
    [{ courier_name: "P" }, ["awb"]],
    [{ courier_name: "", awb: "A" }, ["courier_name"]],
    [{ courier_name: "   ", awb: "A" }, ["courier_name"]],
    [{ courier_name: "x".repeat(101), awb: "A" }, ["courier_name"]],
    [{ courier_name: "a\u0000b", awb: "A" }, ["courier_name"]],
    [{ courier_name: "\ud800", awb: "A" }, ["courier_name"]],
    [{ courier_name: null, awb: 5 }, ["courier_name", "awb"]],
    [{ courier_name: ["P"], awb: { a: 1 } }, ["courier_name", "awb"]],
    [{ courier_name: "P", awb: "A B" }, ["awb"]],
    [{ courier_name: "P", awb: "A\n" }, ["awb"]],
    [{ courier_name: "P", awb: "पार्सल" }, ["awb"]],
    [{ courier_name: "P", awb: "x".repeat(65) }, ["awb"]],
    [{ courier_name: "P", awb: "A", tracking_url: "nowhere" }, ["tracking_url"]],
    [{ courier_name: "P", awb: "A", tracking_url: "javascript:alert(1)" }, ["tracking_url"]],
    [{ courier_name: "P", awb: "A", tracking_url: null }, ["tracking_url"]],
    [{ courier_name: "P", awb: "A", tracking_url: "http://é.example/x" }, ["tracking_url"]],
    [{ courier_name: "P", awb: "A", tracking_url: 'https://track.example/"><b>' }, ["tracking_url"]],
    [{ courier_name: "P", awb: "A", tracking_url: "https:///track.example" }, ["tracking_url"]],
    [{ courier_name: "P", awb: "A", tracking_url: "https://track.example/\ud800" }, ["tracking_url"]],
    [{ courier_name: "P", awb: "A", tracking_url: `https://x.example/${"x".repeat(500)}` }, ["tracking_url"]],
  ])("an invalid body returns 422 with its fields: %j", async (json, params) => {
    const { id } = await confirmed()
    const response = await lane.ship(`so_${id}`, { key: seller, json })
    expect([response.status, response.json.error.details.map(({ param }) => param)]).toEqual([422, params])
    expect(await count("seller_order WHERE id = $1 AND status = 'confirmed'", [id])).toBe(1)
  })

  test.each([
    ["not JSON", "{courier", "application/json", 422],
    ["empty", "", "application/json", 422],
    ["an array", "[1]", "application/json", 422],
    ["null", "null", "application/json", 422],
    ["a string", '"x"', "application/json", 422],
    ["no UTF-8", Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), "application/json", 422],
    ["very deep", `{"a":${"[".repeat(30_000)}${"]".repeat(30_000)}}`, "application/json", 422],
    ["a form", "courier_name=P&awb=A", "application/x-www-form-urlencoded", 415],
    ["plain text", '{"courier_name":"P","awb":"A"}', "text/plain", 415],
    ["UTF-16 by its label", '{"courier_name":"P","awb":"A"}', "application/json; charset=utf-16", 415],
    ["10 MB", `{"courier_name":"${"x".repeat(10_000_000)}"}`, "application/json", 413],
    ["just over the limit", `{"courier_name":"${"x".repeat(65_536)}"}`, "application/json", 413],
  ])("a body that is %s is rejected and changes nothing", async (_what, body, type, status) => {
    const { id } = await confirmed()
    const response = await lane.request(`/v1/seller/orders/so_${id}/ship`, {
      key: seller,
      method: "PATCH",
      body,
      headers: { "content-type": type },
    })
    expect([response.status, typeof response.json.error.request_id]).toEqual([status, "string"])
    expect(await count("seller_order WHERE id = $1 AND status = 'confirmed'", [id])).toBe(1)
  })

  test.each([
    "so_00000000-0000-0000-0000-000000000000",
    "so_x",
    "so_",
    "acc_1",
    "HT-2611-000001-9",
    "HT-2611-000001",
    "'; drop table x",
    "%2e%2e",
    "%00",
    "so_%F0%9F%9A%9A",
  ])("an id of no order of the store returns 404: %s", async (id) => {
    expect((await lane.ship(encodeURIComponent(decodeURIComponent(id)), { key: seller })).status).toBe(404)
  })
})
