import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { Invitation, StoreMembers } from "@/features/stores/schema"
import { Lane } from "@/testing/fixtures/lane"
import { messagesTo } from "@/testing/fixtures/mailbox"
import type { PortalClient } from "@/testing/fixtures/portal-client"

const PLACE = { city: "Darbhanga", district: "Darbhanga", state: "Bihar", pincode: "846004" }

describe("stores and their members", () => {
  let lane: Lane

  beforeAll(async () => {
    lane = await Lane.lease("fast")
  })
  afterAll(() => lane.close())

  const person = async ({ verified = true, email = `person-${uuidv7()}@example.in` } = {}) => {
    const account = await lane.marketplace.account({ email })
    await lane.marketplace.rows("UPDATE account SET email_verified_at = CASE WHEN $2 THEN now() END WHERE id = $1", [
      account,
      verified,
    ])
    const client = await lane.signedIn(account)
    return { account, id: `acc_${account}`, client, email }
  }
  const owner = async () => {
    const who = await person()
    const slug = `store-${uuidv7()}`
    const store = await lane.marketplace.store(slug, { owner: who.account })
    return { ...who, slug, store }
  }
  const own = async (client: PortalClient) =>
    (await client.query<{ data: { slug: string; role: string; status: string } | null }>("stores.own")).data.data
  const people = async (client: PortalClient) => (await client.query<{ data: StoreMembers }>("stores.people")).data.data
  const invitationsOf = async (client: PortalClient) =>
    (await client.query<{ data: Invitation[] }>("stores.invitations")).data.data

  test("an application waits for approval, and gets a slug", async () => {
    const { client } = await person()
    expect((await client.mutate("stores.open", { name: "Café Mithilā & Sons", ...PLACE })).problem).toBeUndefined()
    expect(await own(client)).toMatchObject({ slug: "cafe-mithila-sons", role: "owner", status: "pending" })
    expect((await client.mutate("stores.open", { name: "Another", ...PLACE })).problem).toBe("invalid_state")
    const { client: second } = await person()
    expect((await second.mutate("stores.open", { name: "cafe mithila sons", ...PLACE })).details).toMatchObject([
      { param: "slug", code: "taken" },
    ])
    expect((await second.mutate("stores.open", { name: "मिथिला हाट", ...PLACE })).details).toMatchObject([
      { param: "slug", code: "required" },
    ])
    expect(
      (await second.mutate("stores.open", { name: "मिथिला हाट", slug: "mithila", ...PLACE, pincode: "012345" }))
        .details,
    ).toMatchObject([{ param: "pincode" }])
    expect(
      (await second.mutate("stores.open", { ...PLACE, name: " \u200b", slug: "unseen", city: "\u2800" })).details,
    ).toMatchObject([
      { param: "name", code: "required" },
      { param: "city", code: "required" },
    ])
    expect(await own(second)).toBeNull()
    const { client: unconfirmed } = await person({ verified: false })
    expect((await unconfirmed.mutate("stores.open", { name: "Early", ...PLACE })).problem).toBe("email_not_verified")
  })

  test("ten concurrent applications of one account create one store", async () => {
    const { client, account } = await person()
    const name = `Many ${uuidv7()}`
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, nth) => client.mutate("stores.open", { name: `${name} ${nth}`, ...PLACE })),
    )
    expect(answers.filter(({ problem }) => problem === undefined)).toHaveLength(1)
    expect(
      await lane.marketplace.rows(
        "SELECT FROM store s JOIN store_member m ON m.store_id = s.id WHERE m.account_id = $1",
        [account],
      ),
    ).toHaveLength(1)
    expect(await lane.marketplace.rows("SELECT FROM store WHERE name LIKE $1", [`${name}%`])).toHaveLength(1)
  })

  test("an invited person joins once, with the offered role", async () => {
    const { client, slug } = await owner()
    const guest = await person()
    expect(
      (await client.mutate("stores.invite", { email: guest.email.toUpperCase(), role: "orders" })).problem,
    ).toBeUndefined()
    expect((await people(client)).invitations).toMatchObject([{ email: guest.email.toUpperCase(), role: "orders" }])
    expect(await invitationsOf(guest.client)).toMatchObject([{ store: slug, role: "orders" }])
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => guest.client.mutate("stores.accept", { store: slug })),
    )
    expect(answers.filter(({ problem }) => problem === undefined)).toHaveLength(1)
    expect(await own(guest.client)).toMatchObject({ slug, role: "orders" })
    expect((await people(client)).invitations).toEqual([])
    expect((await client.mutate("stores.invite", { email: guest.email, role: "manager" })).problem).toBe(
      "invalid_state",
    )
    const mails = () =>
      lane.marketplace.rows('SELECT subject FROM mailbox_message WHERE "to" = $1', [guest.email.toUpperCase()])
    await expect.poll(async () => (await mails()).length, { timeout: 15_000 }).toBe(1)
  })

  test("one account can invite 20 people a day, and withdrawing does not refund the limit", async () => {
    const { client, account } = await owner()
    for (let nth = 0; nth < 20; nth++) {
      const email = `guest-${nth}-${uuidv7()}@example.in`
      expect([nth, (await client.mutate("stores.invite", { email, role: "orders" })).problem]).toEqual([nth, undefined])
      await client.mutate("stores.withdrawInvitation", { email })
    }
    const refused = await client.mutate("stores.invite", { email: `guest-${uuidv7()}@example.in`, role: "orders" })
    expect(refused.problem).toBe("rate_limit_exceeded")
    expect(refused.retryAfter).toBeGreaterThan(3600)
    expect(
      await lane.marketplace.rows("SELECT FROM audit_entry WHERE actor_id = $1 AND action = 'store.invited'", [
        account,
      ]),
    ).toHaveLength(20)
  })

  test("one mailbox is invited at most three times a day over all stores, including plus addresses", async () => {
    const id = uuidv7()
    const problems: (string | undefined)[] = []
    for (const email of [
      `asha-${id}@example.in`,
      `ASHA-${id}+two@example.in`,
      `asha-${id}+3@example.in`,
      `asha-${id}@example.in`,
    ]) {
      problems.push((await (await owner()).client.mutate("stores.invite", { email, role: "orders" })).problem)
    }
    expect(problems).toEqual([undefined, undefined, undefined, "rate_limit_exceeded"])
  })

  test("only an approved store invites, in an email without text of its own in the subject or links in the body", async () => {
    const { client, store } = await owner()
    const guest = await person()
    await lane.marketplace.rows(
      "UPDATE store SET status = 'pending', name = 'PRIZE! https://evil.example/login' WHERE id = $1",
      [store],
    )
    expect((await client.mutate("stores.invite", { email: guest.email, role: "orders" })).problem).toBe("invalid_state")
    await lane.marketplace.rows("UPDATE store SET status = 'approved' WHERE id = $1", [store])
    expect((await client.mutate("stores.invite", { email: guest.email, role: "orders" })).problem).toBeUndefined()
    const mails = () => messagesTo(lane.marketplace, guest.email)
    await expect.poll(async () => (await mails()).length, { timeout: 15_000 }).toBe(1)
    const [mail] = await mails()
    expect(mail?.subject).toBe("A store on Haat invites you to join")
    expect(mail?.text).not.toMatch(/evil\.example|https:\/\/evil/)
  })

  test("a store's name cannot become a link", async () => {
    const { client } = await person()
    for (const name of ["PRIZE! https://evil.example", "me@evil.example", "<b>", "a:b"]) {
      expect([name, (await client.mutate("stores.open", { name, slug: "plain", ...PLACE })).details]).toMatchObject([
        name,
        [{ param: "name", code: "name_plain" }],
      ])
    }
  })

  test("an invitation works only for its confirmed address and until its expiry", async () => {
    const { client, slug, store } = await owner()
    const { client: other } = await person()
    const unconfirmed = await person({ verified: false })
    const late = await person()
    for (const { email } of [unconfirmed, late]) await client.mutate("stores.invite", { email, role: "manager" })
    await lane.marketplace.rows(
      "UPDATE store_invitation SET expires_at = now() - interval '1 second' WHERE store_id = $1 AND email = $2",
      [store, late.email],
    )
    for (const [each, problem] of [
      [other, "not_found"],
      [unconfirmed.client, "email_not_verified"],
      [late.client, "not_found"],
    ] as const) {
      expect(await invitationsOf(each)).toEqual([])
      expect((await each.mutate("stores.accept", { store: slug })).problem).toBe(problem)
      expect(await own(each)).toBeNull()
    }
  })

  test("a declined or withdrawn invitation is deleted", async () => {
    const { client, slug } = await owner()
    const [one, two] = [await person(), await person()]
    for (const { email } of [one, two]) await client.mutate("stores.invite", { email, role: "manager" })
    expect((await one.client.mutate("stores.decline", { store: slug })).problem).toBeUndefined()
    expect((await client.mutate("stores.withdrawInvitation", { email: two.email })).problem).toBeUndefined()
    for (const { client: guest } of [one, two])
      expect((await guest.mutate("stores.accept", { store: slug })).problem).toBe("not_found")
    expect((await client.mutate("stores.withdrawInvitation", { email: two.email })).problem).toBe("not_found")
  })

  test("a member of a store cannot join another, and keeps the invitation", async () => {
    const { client, slug } = await owner()
    const busy = await owner()
    await client.mutate("stores.invite", { email: busy.email, role: "manager" })
    expect((await busy.client.mutate("stores.accept", { store: slug })).problem).toBe("invalid_state")
    expect(await own(busy.client)).toMatchObject({ slug: busy.slug })
    expect(await invitationsOf(busy.client)).toHaveLength(1)
  })

  test("a changed role takes effect on keys immediately", async () => {
    const { client, store } = await owner()
    const { account, id } = await person()
    await lane.marketplace.member(store, account, "orders")
    const key = await lane.marketplace.key(account, { scopes: ["seller.orders.read"] })
    const orders = async () => (await lane.request("/v1/seller/orders", { key })).status
    expect(await orders()).toBe(200)
    expect((await client.mutate("stores.changeRole", { id, role: "catalogue" })).problem).toBeUndefined()
    await expect.poll(orders).toBe(403)
    expect((await client.mutate("stores.changeRole", { id, role: "manager" })).problem).toBeUndefined()
    await expect.poll(orders).toBe(200)
    expect((await client.mutate("stores.removePerson", { id })).problem).toBeUndefined()
    await expect.poll(orders).toBe(403)
  })

  test("pending deliveries of a store's orders are cancelled for former members", async () => {
    const { client, store } = await owner()
    const buyer = await lane.marketplace.account()
    const ways: [string, (guest: Awaited<ReturnType<typeof person>>) => ReturnType<PortalClient["mutate"]>][] = [
      ["a lesser role", ({ id }) => client.mutate("stores.changeRole", { id, role: "catalogue" })],
      ["removal", ({ id }) => client.mutate("stores.removePerson", { id })],
      ["leaving", (guest) => guest.client.mutate("stores.leave")],
    ]
    for (const [way, end] of ways) {
      const guest = await person()
      await lane.marketplace.member(store, guest.account, "orders")
      const endpoint = uuidv7()
      await lane.marketplace.rows(
        "INSERT INTO webhook_endpoint (id, account_id, url, events, livemode, status, secret_encrypted) VALUES ($1, $2, 'https://hooks.example/haat', '{seller.order.updated}', true, 'paused', '')",
        [endpoint, guest.account],
      )
      const order = await lane.marketplace.order({ account: buyer, stores: [store] })
      expect((await client.mutate("storeOrders.pack", { id: order.sellerOrders[0]?.number })).problem).toBeUndefined()
      const waiting = () => lane.marketplace.rows("SELECT FROM webhook_pending WHERE endpoint_id = $1", [endpoint])
      expect(await waiting(), way).toHaveLength(1)
      expect((await end(guest)).problem).toBeUndefined()
      expect(await waiting(), way).toHaveLength(0)
    }
  })

  test("members and invitations are removed together, each with an audit entry, or none of them", async () => {
    const { client, id: ownerId, store, slug } = await owner()
    const [first, second, guest, stranger] = [await person(), await person(), await person(), await person()]
    for (const { account } of [first, second]) await lane.marketplace.member(store, account, "orders")
    await client.mutate("stores.invite", { email: guest.email, role: "manager" })
    const remove = async (ids: string[], emails: string[], by = client) =>
      (await by.mutate("stores.removePeople", { ids, emails })).problem
    const seen = async () => {
      const list = await people(client)
      return [list.people.length, list.invitations.length]
    }
    for (const [ids, emails] of [
      [[first.id, stranger.id], []],
      [[first.id, ownerId], []],
      [[first.id, "acc_x"], []],
      [[first.id], [stranger.email]],
    ] as const)
      expect([ids, await remove([...ids], [...emails])]).toEqual([ids, "not_found"])
    for (const by of [first.client, (await owner()).client])
      expect(await remove([second.id], [guest.email], by)).toBe("not_found")
    expect(await seen()).toEqual([3, 1])
    expect(await remove([second.id, first.id, first.id], [guest.email, guest.email])).toBeUndefined()
    expect(await seen()).toEqual([1, 0])
    expect((await guest.client.mutate("stores.accept", { store: slug })).problem).toBe("not_found")
    const audit = await lane.marketplace.rows<{ action: string; account: string | null }>(
      "SELECT action, data->>'account' AS account FROM audit_entry WHERE subject = $1 AND action LIKE 'store.%' ORDER BY action, account",
      [String(store)],
    )
    expect(audit.filter(({ action }) => !action.endsWith("invited"))).toEqual([
      { action: "store.invitation_withdrawn", account: null },
      ...[first.account, second.account].toSorted().map((account) => ({ action: "store.person_removed", account })),
    ])
  })

  test("only the owner can change members, and the owner cannot be changed", async () => {
    const { client, id: ownerId, store, slug } = await owner()
    const manager = await person()
    const stranger = await owner()
    await lane.marketplace.member(store, manager.account, "manager")
    const calls: [string, object][] = [
      ["stores.changeRole", { id: ownerId, role: "catalogue" }],
      ["stores.removePerson", { id: ownerId }],
      ["stores.transferOwnership", { id: manager.id }],
      ["stores.invite", { email: "new@example.in", role: "orders" }],
      ["stores.withdrawInvitation", { email: "new@example.in" }],
    ]
    for (const [name, input] of calls)
      expect([name, (await manager.client.mutate(name, input)).problem]).toEqual([name, "not_found"])
    for (const [name, input] of calls.slice(0, 3))
      expect([name, (await stranger.client.mutate(name, input)).problem]).toEqual([name, "not_found"])
    for (const [name, input] of calls.slice(0, 2))
      expect([name, (await client.mutate(name, input)).problem]).toEqual([name, "not_found"])
    expect((await client.mutate("stores.transferOwnership", { id: ownerId })).problem).toBe("not_found")
    expect((await client.mutate("stores.leave")).problem).toBe("invalid_state")
    expect((await people(manager.client)).invitations).toEqual([])
    expect(await own(client)).toMatchObject({ slug, role: "owner" })
  })

  test("a store transferred concurrently to two members has one owner", async () => {
    const { client, account, store } = await owner()
    const heirs = [await person(), await person()]
    for (const heir of heirs) await lane.marketplace.member(store, heir.account, "orders")
    const answers = await Promise.all(
      heirs.flatMap(({ id }) => Array.from({ length: 5 }, () => client.mutate("stores.transferOwnership", { id }))),
    )
    expect(answers.filter(({ problem }) => problem === undefined)).toHaveLength(1)
    const members = await lane.marketplace.rows<{ account_id: string; role: string }>(
      "SELECT account_id, role FROM store_member WHERE store_id = $1",
      [store],
    )
    expect(members.filter(({ role }) => role === "owner")).toHaveLength(1)
    expect(members.find(({ account_id }) => account_id === account)?.role).toBe("manager")
    expect((await client.mutate("stores.leave")).problem).toBeUndefined()
    expect(await own(client)).toBeNull()
  })
})
