import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { hashPassword } from "@/auth/password"
import type { Mode } from "@/domain/mode"
import { type OrderStatus } from "@/domain/order-status"
import type { OwnProduct, SandboxOrder, TestEvent } from "@/features/seller-orders/sandbox/schema"
import type { StoreOrder } from "@/features/seller-orders/schema"
import type { StaffOrder } from "@/features/staff-orders/schema"
import { mailboxMessages } from "@/testing/fixtures/mailbox"
import { Lane } from "@/testing/fixtures/lane"
import { type PortalResponse, PortalClient } from "@/testing/fixtures/portal-client"
import { makeStaff, signInWithCode } from "@/testing/fixtures/second-factor"
import { retryRequestOnStall } from "@/testing/fixtures/machine-stalls"

describe("handling orders in the portal", () => {
  const password = "a long password"
  let hash: string
  let lane: Lane
  let store: number
  let otherStore: number
  let customer: string
  let seller: Person
  let staff: Person

  interface Person {
    account: string
    client: PortalClient
  }

  beforeAll(async () => {
    lane = await Lane.lease("fast")
    hash = await hashPassword(password)
    // Orders that a test inserts itself use the first numbers.
    await lane.marketplace.rows("SELECT setval('customer_order_number', 100000)")
    store = await lane.marketplace.store("Mithila Haat")
    otherStore = await lane.marketplace.store("Kosi Bazaar")
    customer = await lane.marketplace.account({ name: "Asha Jha", locale: "mai" })
    seller = await person({ store, role: "owner" })
    staff = await person({ staff: true })
  })
  afterAll(() => lane.close())

  const person = async ({
    staff: isStaff = false,
    store: works = null,
    role = "owner",
  }: {
    staff?: boolean
    store?: number | null
    role?: "owner" | "manager" | "orders" | "catalogue"
  } = {}): Promise<Person> => {
    const email = `person-${uuidv7()}@example.in`
    const account = await lane.marketplace.account({ email })
    if (works !== null) await lane.marketplace.member(works, account, role)
    if (!isStaff) return { account, client: await lane.signedIn(account) }
    await lane.marketplace.rows("UPDATE account SET password_hash = $2 WHERE id = $1", [account, hash])
    const client = new PortalClient(lane.url)
    expect(await signInWithCode(client, email, password, await makeStaff(lane.marketplace, account))).toBeNull()
    return { account, client }
  }
  const sellerOrder = async (status: OrderStatus = "pending", { account = customer, at = store } = {}) => {
    const order = await lane.marketplace.order({ account, stores: [at], status })
    const [first] = order.sellerOrders
    if (!first) throw new Error("an order without seller orders")
    return { id: `so_${first.id}`, uuid: first.id, number: first.number, order }
  }
  const refund = (more: object = {}) => ({ reason: "Broken", amount: null, refunded_total: 0, ...more })
  const said = ({ status, problem }: PortalResponse<unknown>): [number, string | undefined] => [status, problem]
  const listOf = async ({ client }: Person, input: object = {}, mode: Mode = "live"): Promise<StoreOrder[]> =>
    (await client.inMode(mode).query<{ data: StoreOrder[] }>("storeOrders.list", { per_page: 100, ...input })).data.data
  const variant = async (name: string, { at = store, stock = 5 } = {}): Promise<number> => {
    const product = await lane.marketplace.product({ name, store: at, stock })
    return (
      (
        await lane.marketplace.rows<{ id: number }>("SELECT id FROM product_variant WHERE product_id = $1", [product])
      )[0]?.id ?? 0
    )
  }

  test("the portal gets an object where the API passes on JSON text", async () => {
    await variant("Makhana")
    const key = await lane.marketplace.key(seller.account)
    const { data } = await seller.client.query<{ data: { slug: string }[] }>("products.list", {})
    const listed = (await lane.request("/v1/products", { key })).json
    expect(data).toEqual({ data: listed.data, meta: listed.meta })
    const slug = data.data[0]?.slug ?? ""
    expect((await seller.client.query("products.get", { slug })).data).toEqual(
      (await lane.request(`/v1/products/${slug}`, { key })).json,
    )
    const { id, number } = await sellerOrder("confirmed")
    const shipped = await seller.client.mutate("sellerOrders.ship", { id, courier_name: "Pavan Express", awb: "PX-1" })
    expect(shipped.data).toMatchObject({ data: { id, number, status: "shipped", shipment: { awb: "PX-1" } } })
  })

  test("members take an order from new to delivered, with the allowed actions at each step", async () => {
    const worker = await person({ store, role: "orders" })
    const { id } = await sellerOrder()
    const now = async () => (await listOf(worker)).find((order) => order.id === id)
    const steps: [string, object, OrderStatus, string[]][] = [
      ["storeOrders.confirm", {}, "confirmed", ["pack", "ship", "cancel", "refund"]],
      ["storeOrders.pack", {}, "packed", ["ship", "cancel", "refund"]],
      ["sellerOrders.ship", { courier_name: "Pavan Express", awb: "PX-1" }, "shipped", ["deliver", "refund"]],
      ["storeOrders.deliver", {}, "delivered", ["refund"]],
    ]
    expect((await now())?.allowed_actions).toEqual(["confirm", "cancel", "refund"])
    let version = (await now())?.version ?? 0
    for (const [procedure, input, status, actions] of steps) {
      expect([procedure, ...said(await worker.client.mutate(procedure, { id, ...input }))]).toEqual([
        procedure,
        200,
        undefined,
      ])
      const order = await now()
      expect([order?.status, order?.allowed_actions, order?.delivery_address === null]).toEqual([
        status,
        actions,
        status === "delivered",
      ])
      expect(order?.version).toBeGreaterThan(version)
      version = order?.version ?? 0
      expect([procedure, ...said(await worker.client.mutate(procedure, { id, ...input }))]).toEqual([
        procedure,
        409,
        "invalid_state",
      ])
    }
  })

  test("several orders take a step in one call, each with a result of its own and its event", async () => {
    const worker = await person({ store, role: "orders" })
    const [first, second] = [await sellerOrder(), await sellerOrder()]
    const [packed, foreign] = [await sellerOrder("packed"), await sellerOrder("pending", { at: otherStore })]
    const advance = async (step: string, ids: string[]) =>
      (
        await worker.client.mutate<{ data: { id: string; error?: { code: string } }[] }>("storeOrders.advance", {
          step,
          ids,
        })
      ).data.data.map(({ id, error }) => [id, error?.code ?? step])
    const all = [first.number, packed.number, foreign.number, second.id, "HT-0"]
    expect(await advance("confirm", all)).toEqual([
      [first.number, "confirm"],
      [packed.number, "invalid_state"],
      [foreign.number, "not_found"],
      [second.id, "confirm"],
      ["HT-0", "not_found"],
    ])
    expect(await advance("pack", [first.id, second.id])).toEqual([
      [first.id, "pack"],
      [second.id, "pack"],
    ])
    const shipment = { courier_name: "Pavan Express", awb: "PX-1" }
    expect((await worker.client.mutate("sellerOrders.ship", { id: first.id, ...shipment })).status).toBe(200)
    expect(await advance("deliver", [first.id, second.id])).toEqual([
      [first.id, "deliver"],
      [second.id, "invalid_state"],
    ])
    const statuses = new Map((await listOf(worker)).map(({ id, status }) => [id, status]))
    expect([first, second, packed].map(({ id }) => statuses.get(id))).toEqual(["delivered", "packed", "packed"])
    const events = await lane.marketplace.rows<{ status: string }>(
      "SELECT data->>'status' AS status FROM webhook_event WHERE type = 'seller.order.updated' AND subject_id = $1 ORDER BY id",
      [first.uuid],
    )
    expect(events.map(({ status }) => status)).toEqual(["confirmed", "packed", "shipped", "delivered"])
  })

  test("other accounts cannot handle it", async () => {
    const { id } = await sellerOrder()
    const strangers: [string, PortalClient, [number, string]][] = [
      ["a signed-out client", new PortalClient(lane.url), [401, "authentication_required"]],
      ["a customer", (await person()).client, [403, "not_a_seller"]],
      ["a catalogue member", (await person({ store, role: "catalogue" })).client, [403, "not_a_seller"]],
      ["another store", (await person({ store: otherStore, role: "manager" })).client, [404, "not_found"]],
      ["staff through the store's procedures", staff.client, [403, "not_a_seller"]],
    ]
    for (const [who, client, expected] of strangers) {
      for (const mode of ["live", "sandbox"] as const) {
        for (const [procedure, input] of [
          ["confirm", {}],
          ["pack", {}],
          ["deliver", {}],
          ["cancel", { reason: "x" }],
          ["refund", refund()],
        ] as const) {
          // Everybody has a sandbox, where a live order is not found.
          const answer = mode === "sandbox" && who !== "a signed-out client" ? [404, "not_found"] : expected
          expect([
            who,
            procedure,
            ...said(await client.inMode(mode).mutate(`storeOrders.${procedure}`, { id, ...input })),
          ]).toEqual([who, procedure, ...answer])
        }
      }
    }
    expect((await listOf(seller)).find((order) => order.id === id)?.status).toBe("pending")
  })

  test("orders to be shipped come first, also those to confirm, the most urgent on top, then the newest", async () => {
    const at = await lane.marketplace.store("Tirhut Crafts")
    const owner = await person({ store: at })
    const add = async (name: string, status: OrderStatus, shipBy: string, payment = "paid", method = "upi") => {
      const { id, uuid, order } = await sellerOrder(status, { at })
      await lane.marketplace.rows(
        "UPDATE seller_order SET ship_by = now() + $2::interval, payment_status = $3, cash_on_delivery = $4 WHERE id = $1",
        [uuid, shipBy, payment, method === "cod"],
      )
      await lane.marketplace.rows(
        "UPDATE payment SET method = $2, status = $3, paid_at = CASE WHEN $3 = 'paid' THEN paid_at END WHERE order_id = $1",
        [order.id, method, payment],
      )
      names.set(id, name)
    }
    const names = new Map<string, string>()
    await add("delivered", "delivered", "-2 days")
    await add("packed", "packed", "2 days")
    await add("paid", "pending", "-1 hour")
    await add("confirmed", "confirmed", "1 hour")
    await add("failed", "pending", "-1 day", "failed")
    await add("unpaid", "pending", "-1 day", "pending")
    await add("cash", "pending", "3 days", "pending", "cod")
    await add("shipped", "shipped", "-1 day")
    const listed = async (input: object = {}) =>
      (await listOf(owner, input)).map(({ id, allowed_actions }) => {
        const toShip = allowed_actions.includes("confirm") || allowed_actions.includes("ship")
        return `${names.get(id) ?? id}${toShip ? "" : " –"}`
      })
    const listedFirst = ["paid", "confirmed", "packed", "cash"]
    const newest = ["shipped –", "unpaid –", "failed –", "delivered –"]
    expect(await listed()).toEqual([...listedFirst, ...newest])
    expect(await listed({ q: "Makhana" })).toEqual([...listedFirst, ...newest])
    for (const part of ["darbhanga", "9000000001"])
      expect(await listed({ q: part })).toEqual([...listedFirst, "shipped –", "unpaid –", "failed –"])
    expect(await listed({ per_page: 3, page: 2 })).toEqual(["cash", "shipped –", "unpaid –"])
    expect(await listed({ status: "packed" })).toEqual(["packed"])
    expect(await listed({ status: "pending" })).toEqual(["paid", "cash", "unpaid –", "failed –"])
    expect(await listed({ to_ship: true })).toEqual(listedFirst)
    expect(await listed({ next_step: "ship" })).toEqual(["confirmed", "packed"])
    expect(await listed({ next_step: "confirm" })).toEqual(["paid", "cash"])
    expect(await listed({ sort: "ship_by" })).toEqual([...listedFirst, ...newest])
    // Without a time to ship by they are last also in the other direction.
    const leastUrgent = [...listedFirst.toReversed(), ...newest]
    expect(await listed({ sort: "-ship_by" })).toEqual(leastUrgent)
    expect(await listed({ sort: "-ship_by", q: "Makhana" })).toEqual(leastUrgent)
    expect(await listed({ late_at: new Date().toISOString() })).toEqual(["paid"])
  })

  test("a file of orders has those of its list at one moment, in its order, and of one store only", async () => {
    const at = await lane.marketplace.store("Kamla Kendra")
    const owner = await person({ store: at })
    const [first, second] = [await sellerOrder("pending", { at }), await sellerOrder("confirmed", { at })]
    const foreign = await sellerOrder("pending")
    const exportIds = async (filter: object = {}) =>
      (await owner.client.query<{ ids: string[] }>("storeOrders.exportIds", filter)).data.ids
    for (const filter of [
      {},
      { sort: "-placed_at" },
      { sort: "-ship_by" },
      { status: "confirmed" },
      { q: first.number },
    ])
      expect(await exportIds(filter)).toEqual((await listOf(owner, filter)).map(({ id }) => id))
    const ids = await exportIds()
    expect(ids.toSorted()).toEqual([first.id, second.id].toSorted())
    // What moves afterwards is still read, once, in the same place.
    expect((await owner.client.mutate("storeOrders.confirm", { id: first.id })).status).toBe(200)
    const read = await owner.client.query<{ data: StoreOrder[] }>("storeOrders.read", {
      ids: [...ids, foreign.id, "so_x"],
    })
    expect(read.data.data.map(({ id }) => id)).toEqual(ids)
  })

  test("a refund is bounded, has a reason, happens once of 50 concurrent ones, and is emailed in the buyer's language", async () => {
    const { id, uuid, number } = await sellerOrder("delivered")
    for (const wrong of [
      { amount: 0 },
      { amount: -1 },
      { amount: 1.5 },
      { amount: "5" },
      { reason: "" },
      { reason: "  " },
      { reason: "x".repeat(301) },
      { reason: "a\u0000b" },
      { refunded_total: null },
    ]) {
      expect([wrong, ...said(await seller.client.mutate("storeOrders.refund", { id, ...refund(wrong) }))]).toEqual([
        wrong,
        422,
        "validation_failed",
      ])
    }
    expect(said(await seller.client.mutate("storeOrders.refund", { id, ...refund({ amount: 20_001 }) }))).toEqual([
      409,
      "invalid_state",
    ])
    const responses = await Promise.all(
      Array.from({ length: 50 }, () =>
        retryRequestOnStall(() => seller.client.mutate("storeOrders.refund", { id, ...refund({ amount: 1_234 }) })),
      ),
    )
    expect(responses.filter(({ status }) => status === 200).map(({ data }) => data)).toEqual([{ refunded: 1_234 }])
    expect(responses.filter(({ problem }) => problem === "invalid_state")).toHaveLength(49)
    expect((await listOf(seller)).find((order) => order.id === id)).toMatchObject({
      refunded_total: 1_234,
      refundable: 18_766,
      payment_status: "partially_refunded",
    })
    const entries = await lane.marketplace.rows(
      "SELECT actor_id, actor_kind, data FROM audit_entry WHERE subject = $1 AND action = 'seller_order.refunded'",
      [uuid],
    )
    expect(entries).toEqual([
      { actor_id: seller.account, actor_kind: "session", data: { reason: "Broken", refunded: 1_234 } },
    ])
    await expect
      .poll(
        () =>
          lane.marketplace.rows("SELECT locale, subject FROM mailbox_message WHERE id = $1", [
            `order-refunded-${uuid}-1`,
          ]),
        { timeout: 15_000 },
      )
      .toEqual([{ locale: "mai", subject: `हम ऑर्डर ${number} केर ₹12.34 घुरा देने छी` }])
    const [mail] = await mailboxMessages(lane.marketplace, "id = $1", [`order-refunded-${uuid}-1`])
    expect(mail?.text).toContain(number)
    expect(mail?.text).toContain("Broken")
  })

  test("of 50 concurrent cancellations and shipments one succeeds", async () => {
    for (let round = 0; round < 3; round++) {
      const { id, uuid } = await sellerOrder("confirmed")
      const responses = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          retryRequestOnStall(() =>
            i % 2
              ? seller.client.mutate("storeOrders.cancel", { id, reason: "Late" })
              : seller.client.mutate("sellerOrders.ship", { id, courier_name: "Pavan Express", awb: "PX-1" }),
          ),
        ),
      )
      expect(responses.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(49).fill(409)])
      const [row] = await lane.marketplace.rows<{ status: string; refunded_total: number; events: number }>(
        "SELECT status, refunded_total, (SELECT count(*)::int FROM webhook_event WHERE subject_id = p.id) AS events FROM seller_order p WHERE id = $1",
        [uuid],
      )
      expect(row).toEqual(
        row?.status === "shipped"
          ? { status: "shipped", refunded_total: 0, events: 1 }
          : { status: "cancelled", refunded_total: 20_000, events: 1 },
      )
    }
  })

  describe("the sandbox", () => {
    const sandboxOf = ({ client }: Person): PortalClient => client.inMode("sandbox")
    /** Orders as the account, from its own store. */
    const place = (who: Person, items: object[]) =>
      sandboxOf(who).mutate<{ data: SandboxOrder }>("sandboxOrders.place", { items })
    const placeOne = async (who: Person, sku: string, quantity = 1) => {
      const { number, seller_orders: sellerOrders } = (await place(who, [{ sku, quantity }])).data.data
      const [first] = sellerOrders
      if (!first) throw new Error("an order without seller orders")
      return { id: first.id, number: first.number, order_number: number }
    }
    const ownProduct = async (who: Person, named: string): Promise<OwnProduct> => {
      const { data } = await sandboxOf(who).query<{ data: OwnProduct[] }>("sandboxStore.products")
      const found = data.data.find(({ name }) => name === named)
      if (!found) throw new Error(`the sandbox's store has no ${named}`)
      return found
    }

    test("shows an order and its events to the account and its test keys only", async () => {
      const product = await ownProduct(seller, "Mithila Makhana")
      const placed = await placeOne(seller, product.sku, 2)
      expect((await listOf(seller, {}, "sandbox")).find(({ id }) => id === placed.id)).toMatchObject({
        number: placed.number,
        status: "pending",
        payment_status: "paid",
        livemode: false,
        refundable: 2 * product.price + (2 * product.price < 49_900 ? 4_900 : 0),
      })
      expect((await listOf(seller)).map(({ id }) => id)).not.toContain(placed.id)
      expect((await seller.client.query<{ data: { number: string }[] }>("orders.list", {})).data.data).toEqual([])
      expect((await seller.client.query("orders.get", { number: placed.order_number })).problem).toBe("not_found")
      expect((await ownProduct(seller, "Mithila Makhana")).stock).toBe(product.stock - 2)

      const [live, testKey] = [
        await lane.marketplace.key(seller.account),
        await lane.marketplace.key(seller.account, { mode: "test" }),
      ]
      for (const [path, id] of [
        ["/v1/seller/orders?per_page=100", placed.number],
        ["/v1/orders?per_page=100", placed.order_number],
      ] as const) {
        const [asLive, asTest] = [await lane.request(path, { key: live }), await lane.request(path, { key: testKey })]
        expect(asLive.json.data.map(({ number }) => number)).not.toContain(id)
        expect(asTest.json.data.find(({ number }) => number === id)).toMatchObject({
          livemode: false,
          version: 1,
          refunded_total: 0,
        })
        expect(asLive.json.data.every(({ livemode }) => livemode === true)).toBe(true)
        expect(asTest.json.data.every(({ livemode }) => livemode === false)).toBe(true)
      }
      expect((await lane.request(`/v1/orders/${placed.order_number}`, { key: live })).status).toBe(404)
      expect((await lane.request(`/v1/orders/${placed.order_number}`, { key: testKey })).json.data.livemode).toBe(false)
      expect((await lane.ship(placed.number, { key: live })).status).toBe(404)
      expect((await lane.ship(placed.number, { key: testKey })).json.error.code).toBe("live_key_required")

      const parcel = { courier_name: "Pavan Express", awb: "PX-1" }
      for (const [step, input] of [
        ["storeOrders.confirm", {}],
        ["storeOrders.pack", {}],
        ["sandboxOrders.ship", parcel],
        ["storeOrders.deliver", {}],
        ["storeOrders.refund", refund({ amount: 500 })],
      ] as const) {
        expect([step, ...said(await sandboxOf(seller).mutate(step, { id: placed.id, ...input }))]).toEqual([
          step,
          200,
          undefined,
        ])
      }
      const eventsOf = async (who: Person): Promise<TestEvent[]> =>
        (await sandboxOf(who).query<{ data: TestEvent[] }>("sandboxStore.events", { ids: [placed.id] })).data.data
      const events = await eventsOf(seller)
      expect(events.map(({ type }) => type).sort()).toEqual([
        "order.created",
        "order.delivered",
        "order.refunded",
        "order.shipped",
        "seller.order.created",
        ...Array<string>(6).fill("seller.order.updated"),
      ])
      expect(events.every(({ data }) => data.livemode === false && !("delivery_address" in data))).toBe(true)
      // A sandbox is of an account, not of a store: a colleague has another one.
      for (const stranger of [await person({ store, role: "orders" }), await person()]) {
        expect(await eventsOf(stranger)).toEqual([])
        expect((await listOf(stranger, {}, "sandbox")).map(({ id }) => id)).not.toContain(placed.id)
        expect(said(await sandboxOf(stranger).mutate("storeOrders.confirm", { id: placed.id }))).toEqual([
          404,
          "not_found",
        ])
      }
      expect(
        (await mailboxMessages(lane.marketplace, "true")).filter(({ text }) => text.includes(placed.order_number)),
      ).toEqual([])
    })

    test("each mode of the portal shows and changes its own orders only", async () => {
      const placed = await placeOne(seller, (await ownProduct(seller, "Brass Diya")).sku)
      const { id: live } = await sellerOrder("confirmed")
      expect((await listOf(seller)).map(({ livemode }) => livemode)).not.toContain(false)
      const tests = await listOf(seller, {}, "sandbox")
      expect(tests.map(({ id }) => id)).toContain(placed.id)
      expect(new Set(tests.map(({ livemode }) => livemode))).toEqual(new Set([false]))
      for (const [mode, id] of [
        ["live", placed.id],
        ["sandbox", live],
      ] as const)
        for (const [procedure, input] of [
          ["confirm", {}],
          ["pack", {}],
          ["deliver", {}],
          ["cancel", { reason: "x" }],
          ["refund", refund()],
        ] as const) {
          const response = await seller.client.inMode(mode).mutate(`storeOrders.${procedure}`, { id, ...input })
          expect([mode, procedure, ...said(response)]).toEqual([mode, procedure, 404, "not_found"])
        }
      const parcel = { courier_name: "P", awb: "A" }
      expect((await seller.client.mutate("sellerOrders.ship", { id: placed.id, ...parcel })).problem).toBe("not_found")
      expect((await sandboxOf(seller).mutate("sandboxOrders.ship", { id: live, ...parcel })).problem).toBe("not_found")
      for (const procedure of ["sandboxStore.products", "sandboxStore.events", "sandboxControls.get"])
        expect([procedure, (await seller.client.query(procedure, { ids: [] })).problem]).toEqual([
          procedure,
          "test_key_required",
        ])
      expect(
        (await seller.client.mutate("sandboxOrders.place", { items: [{ sku: "FX-004", quantity: 1 }] })).problem,
      ).toBe("test_key_required")
    })

    test("orders only what the sandbox has, and in stock", async () => {
      await variant("Tilkor chips", { stock: 1 })
      const { sku } = await ownProduct(seller, "Brass Diya")
      const { sku: theirs } = await ownProduct(await person(), "Brass Diya")
      expect(theirs).not.toBe(sku)
      for (const items of [[{ sku: theirs }], [{ sku }, { sku: theirs }]])
        expect(said(await place(seller, items))).toEqual([422, "validation_failed"])
      await lane.marketplace.rows("UPDATE product_variant SET stock = 1 WHERE sku = $1", [sku])
      expect(said(await place(seller, [{ sku, quantity: 2 }]))).toEqual([409, "invalid_state"])
      for (const items of [[], [{ sku, quantity: 0 }], [{ sku, quantity: 1_001 }], [{ sku: "" }]])
        expect(said(await place(seller, items))).toEqual([422, "validation_failed"])
    })

    test("is there for accounts without a store too", async () => {
      const portalClient = await person()
      const placed = await placeOne(portalClient, (await ownProduct(portalClient, "Ceramic Mug")).sku)
      expect(said(await sandboxOf(portalClient).mutate("storeOrders.confirm", { id: placed.id }))).toEqual([
        200,
        undefined,
      ])
      for (const procedure of ["storeOrders.list", "storeOrders.store"])
        expect(said(await portalClient.client.query(procedure, {}))).toEqual([403, "not_a_seller"])
      for (const who of [portalClient, seller]) {
        const { data } = await sandboxOf(who).query<{ data: { slug: string } }>("storeOrders.store")
        expect(data.data.slug).toMatch(/^your-sandbox-store-w/)
      }
      const { data } = await seller.client.query<{ data: object }>("storeOrders.store")
      expect(data.data).toEqual({ slug: "mithila-haat", name: "Mithila Haat" })
    })
  })

  describe("the staff", () => {
    const find = async (number: string, who = staff): Promise<StaffOrder | null> =>
      (await who.client.query<{ data: StaffOrder | null }>("staffOrders.find", { number })).data.data
    const orderOfTwoStores = async (account = customer) =>
      lane.marketplace.order({ account, stores: [store, otherStore], status: "confirmed" })

    test("list orders by status, payment, period and buyer, also in a file", async () => {
      const email = `buyer-${uuidv7()}@example.in`
      const buyer = await lane.marketplace.account({ email })
      const orders = []
      for (const [status, payment, placed] of [
        ["packed", "paid", "2020-03-01T18:29:00Z"],
        ["packed", "paid", "2020-03-01T18:30:00Z"],
        ["packed", "failed", "2020-03-02T06:00:00Z"],
        ["cancelled", "refunded", "2020-03-03T06:00:00Z"],
      ] as const) {
        const order = await lane.marketplace.order({ account: buyer, stores: [store], status })
        await lane.marketplace.rows("UPDATE customer_order SET payment_status = $2, placed_at = $3 WHERE id = $1", [
          order.id,
          payment,
          placed,
        ])
        orders.unshift(order)
      }
      const [cancelled, failed, second, first] = orders.map(({ number }) => number)
      const list = async (filter: object) =>
        (
          await staff.client.query<{ data: { number: string }[]; next: string | null }>("staffOrders.list", filter)
        ).data.data.map(({ number }) => number)
      for (const by of [email, `acc_${buyer}`, ` ${email.toUpperCase()} `])
        expect(await list({ buyer: by })).toEqual([cancelled, failed, second, first])
      expect(await list({ buyer: "nobody@example.in" })).toEqual([])
      expect(await list({ buyer: email, status: "packed" })).toEqual([failed, second, first])
      const period = { placed_from: "2020-03-01T18:30:00Z", placed_before: "2020-03-03T18:30:00Z" }
      expect(await list(period)).toEqual([cancelled, failed, second])
      expect(await list({ ...period, status: "packed" })).toEqual([failed, second])
      expect(await list({ ...period, payment_status: "refunded" })).toEqual([cancelled])
      expect(await list({ ...period, status: "packed", payment_status: "paid" })).toEqual([second])
      expect(await list({ ...period, after: failed })).toEqual([second])
      expect(await list({ ...period, limit: 1 })).toEqual([cancelled])
      const file = async (query: string) =>
        (await (await staff.client.fetch(`/staff/orders/export?${query}`)).text()).trim().split("\r\n")
      // The days of India, where a reader is until the browser says otherwise.
      expect(await file("from=2020-03-02&until=2020-03-02&status=packed&columns=total&payment=lost")).toEqual([
        "number,status,total",
        `${failed},packed,200.00`,
        `${second},packed,200.00`,
      ])
      const found = await find(`ord_${orders[0]?.id}`)
      expect(found?.number).toBe(cancelled)
      expect((await find(`so_${orders[0]?.sellerOrders[0]?.id}`))?.number).toBe(cancelled)
    })

    test("list all orders, newest first, without the people who placed them, and only staff can", async () => {
      const { number } = await orderOfTwoStores()
      for (let n = 0; n < 51; n++) await orderOfTwoStores()
      const list = async (after?: string) =>
        (
          await staff.client.query<{ data: Pick<StaffOrder, "number" | "placed_at">[]; next: string | null }>(
            "staffOrders.list",
            { after },
          )
        ).data
      const first = await list()
      const second = await list(first.next ?? "")
      const numbers = [...first.data, ...second.data].map((order) => order.number)
      expect(first.data).toHaveLength(50)
      expect(numbers).toContain(number)
      expect(new Set(numbers).size).toBe(numbers.length)
      const placed = [...first.data, ...second.data].map((order) => order.placed_at)
      expect(placed).toEqual([...placed].sort().reverse())
      expect(Object.keys(first.data[0] ?? {}).sort()).toEqual([
        "number",
        "payment_status",
        "placed_at",
        "status",
        "total",
      ])
      for (const input of [{ after: "x" }, { status: "lost" }, { payment_status: "lost" }, { placed_from: "today" }])
        expect((await staff.client.query("staffOrders.list", input)).problem, JSON.stringify(input)).toBe(
          "validation_failed",
        )
      for (const who of [seller, await person()])
        expect((await who.client.query("staffOrders.list", {})).problem).toBe("not_found")
    })

    test("find an order by its number or a seller order's, and only staff can", async () => {
      const { number } = await orderOfTwoStores()
      expect(await find(number)).toMatchObject({
        number,
        livemode: true,
        total: 40_000,
        refundable: 40_000,
        own: false,
        buyer: { name: "Asha Jha" },
        parts: [{ store: { name: "Mithila Haat" }, cancellable: true, total: 20_000 }, { number: `${number}-2` }],
        payments: [{ method: "upi", amount: 40_000 }],
        refunds: [],
        history: [],
      })
      expect((await find(` ${number.toLowerCase()}-2 `))?.number).toBe(number)
      expect(JSON.stringify(await find(number))).not.toContain("Lalbagh")
      for (const none of ["", "HT-2611-999999", "x", "%", number.slice(0, -1)]) expect(await find(none)).toBeNull()
      for (const who of [seller, await person()]) {
        expect((await who.client.query("staffOrders.find", { number })).problem).toBe("not_found")
        expect((await who.client.mutate("staffOrders.cancel", { number, part: null, reason: "x" })).problem).toBe(
          "not_found",
        )
        expect((await who.client.mutate("staffOrders.refund", { number, part: null, ...refund() })).problem).toBe(
          "not_found",
        )
      }
    })

    test("refund in part, cancel and refund the rest, each audited with its reason", async () => {
      const { number, id, sellerOrders } = await orderOfTwoStores()
      const [first, second] = [`so_${sellerOrders[0]?.id}`, `so_${sellerOrders[1]?.id}`]
      expect(
        (
          await staff.client.mutate("staffOrders.refund", {
            number,
            part: first,
            ...refund({ amount: 5_000, reason: "Chipped" }),
          })
        ).data,
      ).toEqual({ refunded: 5_000 })
      expect(
        said(await staff.client.mutate("staffOrders.refund", { number, part: first, ...refund({ amount: 5_000 }) })),
      ).toEqual([409, "invalid_state"])
      expect((await staff.client.mutate("staffOrders.cancel", { number, part: second, reason: "Lost" })).data).toEqual({
        parts: 1,
        refunded: 20_000,
      })
      expect(
        said(
          await staff.client.mutate("staffOrders.refund", { number, part: null, ...refund({ refunded_total: 5_000 }) }),
        ),
      ).toEqual([409, "invalid_state"])
      expect(
        (
          await staff.client.mutate("staffOrders.refund", {
            number,
            part: null,
            ...refund({ refunded_total: 25_000, reason: "Late" }),
          })
        ).data,
      ).toEqual({ refunded: 15_000 })
      expect(
        (await staff.client.mutate("staffOrders.cancel", { number, part: null, reason: "All of it" })).data,
      ).toEqual({ parts: 1, refunded: 0 })
      expect(await find(number)).toMatchObject({
        status: "cancelled",
        payment_status: "refunded",
        refunded_total: 40_000,
        refundable: 0,
        refunds: [
          { amount: 15_000, reason: "Late" },
          { amount: 20_000, reason: "Lost" },
          { amount: 5_000, reason: "Chipped" },
        ],
        history: [
          { action: "order.cancelled", reason: "All of it" },
          { action: "order.refunded", reason: "Late" },
          { action: "seller_order.cancelled", reason: "Lost" },
          { action: "seller_order.refunded", reason: "Chipped" },
        ],
      })
      const entries = await lane.marketplace.rows<{ actor_id: string; request_id: string | null }>(
        "SELECT actor_id, request_id FROM audit_entry WHERE subject = ANY ($1)",
        [[id, sellerOrders[0]?.id, sellerOrders[1]?.id]],
      )
      expect(entries).toHaveLength(4)
      expect(entries.every(({ actor_id, request_id }) => actor_id === staff.account && request_id !== null)).toBe(true)
    })

    test("of two concurrent refunds one succeeds, and failures are not audited", async () => {
      const { number, id } = await orderOfTwoStores()
      const colleague = await person({ staff: true })
      const responses = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 ? staff : colleague).client.mutate("staffOrders.refund", { number, part: null, ...refund() }),
        ),
      )
      expect(responses.filter(({ status }) => status === 200).map(({ data }) => data)).toEqual([{ refunded: 40_000 }])
      expect(await lane.marketplace.rows("SELECT action FROM audit_entry WHERE subject = $1", [id])).toHaveLength(1)
    })

    test("cannot handle their own order, nor a seller order under another order's number", async () => {
      const own = await orderOfTwoStores(staff.account)
      expect((await find(own.number))?.own).toBe(true)
      const { number } = await orderOfTwoStores()
      for (const [procedure, input] of [
        ["cancel", { reason: "x" }],
        ["refund", refund()],
      ] as const) {
        expect(
          said(await staff.client.mutate(`staffOrders.${procedure}`, { number: own.number, part: null, ...input })),
        ).toEqual([409, "invalid_state"])
        expect(
          said(
            await staff.client.mutate(`staffOrders.${procedure}`, {
              number: own.number,
              part: `so_${own.sellerOrders[0]?.id}`,
              ...input,
            }),
          ),
        ).toEqual([409, "invalid_state"])
        expect(
          said(
            await staff.client.mutate(`staffOrders.${procedure}`, {
              number,
              part: `so_${own.sellerOrders[0]?.id}`,
              ...input,
            }),
          ),
        ).toEqual([404, "not_found"])
      }
    })
  })
})
