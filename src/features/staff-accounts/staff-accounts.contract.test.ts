import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { hashPassword } from "@/auth/password"
import type { AccountSearchResult, StaffAccount } from "@/features/staff-accounts/schema"
import { messagesTo } from "@/testing/fixtures/mailbox"
import { Lane } from "@/testing/fixtures/lane"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { makeStaff, signInWithCode } from "@/testing/fixtures/second-factor"

describe("the staff's accounts", () => {
  let lane: Lane
  const password = "a long password"

  beforeAll(async () => {
    lane = await Lane.lease("fast")
  })
  afterAll(() => lane.close())

  const person = async ({ staff = false, name = "Asha Jha", locale = "en" } = {}) => {
    const email = `person-${uuidv7()}@example.in`
    const account = await lane.marketplace.account({ email, name, locale })
    await lane.marketplace.rows("UPDATE account SET password_hash = $2 WHERE id = $1", [
      account,
      await hashPassword(password),
    ])
    const client = new PortalClient(lane.url)
    const signedIn = staff
      ? signInWithCode(client, email, password, await makeStaff(lane.marketplace, account))
      : client.signIn(email, password)
    expect(await signedIn).toBeNull()
    return { account, id: `acc_${account}`, client, email }
  }
  const find = async (client: PortalClient, q: string) =>
    (await client.query<{ data: AccountSearchResult[] }>("staffAccounts.find", { q })).data.data
  const get = async (client: PortalClient, account: string) =>
    (await client.query<{ data: StaffAccount }>("staffAccounts.get", { account })).data.data
  const entriesOf = (subject: string) =>
    lane.marketplace.rows<{ action: string; data: object; actor_id: string }>(
      "SELECT action, data, actor_id FROM audit_entry WHERE subject = $1 ORDER BY id",
      [subject],
    )

  test("are found by address, name and id", async () => {
    const { client } = await person({ staff: true })
    const name = `Kavya ${uuidv7()}`
    const { id, email } = await person({ name })
    for (const q of [email, email.toUpperCase(), name.toLowerCase(), id])
      expect((await find(client, q)).map((found) => found.id)).toEqual([id])
    expect(await find(client, "%")).toEqual([])
    const unique = `zz${uuidv7().slice(-8)}`
    const asha = await person({ name: `Aasha ${unique}` })
    expect((await find(client, `आशा ${unique}`)).map((found) => found.id)).toEqual([asha.id])
    expect((await find(client, "")).length).toBeGreaterThan(1)
  })

  test("with a similar name are found where none matches, and said to be similar", async () => {
    const { client } = await person({ staff: true })
    const unique = uuidv7().slice(-12)
    const { id } = await person({ name: `Vidyanath ${unique}` })
    const search = async (q: string) =>
      (await client.query<{ data: AccountSearchResult[]; similar: boolean }>("staffAccounts.find", { q })).data
    expect(await search(`Vidyanath ${unique}`)).toMatchObject({ data: [{ id }], similar: false })
    const similar = await search(`Vidyanaht ${unique}`)
    expect(similar.similar).toBe(true)
    expect(similar.data.map((found) => found.id)).toContain(id)
    expect(await search(`${uuidv7()} qqq`)).toMatchObject({ data: [], similar: false })
  })

  test("are listed by state, role and when they were created", async () => {
    const { client, id: staffId } = await person({ staff: true, name: "Kavya" })
    const surname = uuidv7()
    const [locked, unverified, member] = [
      await person({ name: `Asha ${surname}` }),
      await person({ name: `Esha ${surname}` }),
      await person({ name: `Usha ${surname}` }),
    ]
    const change = (account: string, change: string) =>
      lane.marketplace.rows(`UPDATE account SET ${change} WHERE id = $1`, [account])
    await change(locked.account, "locked_at = now(), created_at = '2020-03-01T18:30:00Z'")
    await change(unverified.account, "email_verified_at = NULL, created_at = '2020-03-02T18:30:00Z'")
    await lane.marketplace.store(`Store ${surname}`, { owner: member.account })
    const list = async (filter: object) =>
      (await client.query<{ data: AccountSearchResult[] }>("staffAccounts.find", filter)).data.data.map(({ id }) => id)
    expect(await list({ q: surname, state: "locked" })).toEqual([locked.id])
    expect(await list({ q: surname, state: "unverified" })).toEqual([unverified.id])
    expect(await list({ q: surname, role: "store" })).toEqual([member.id])
    expect(await list({ q: surname, role: "staff" })).toEqual([])
    expect(await list({ role: "staff", per_page: 100 })).toContain(staffId)
    const period = { created_from: "2020-03-01T18:30:00Z", created_before: "2020-03-03T00:00:00Z" }
    expect(await list(period)).toEqual([locked.id, unverified.id])
    expect(await list({ ...period, created_before: "2020-03-02T18:30:00Z" })).toEqual([locked.id])
    expect(await list({ ...period, state: "unverified" })).toEqual([unverified.id])
    for (const filter of [{ state: "zebra" }, { role: "admin" }, { created_from: "today" }])
      expect((await client.query("staffAccounts.find", filter)).problem).toBe("validation_failed")
    expect((await get(client, staffId)).second_factor).toBe(true)
    expect((await get(client, member.id)).second_factor).toBe(false)
  })

  test("are paged without gaps", async () => {
    const { client } = await person({ staff: true })
    const surname = uuidv7()
    const created = []
    for (let n = 0; n < 3; n++) created.push((await person({ name: `Kavya ${surname}` })).id)
    const page = async (number: number) =>
      (
        await client.query<{ data: AccountSearchResult[]; meta: object }>("staffAccounts.find", {
          q: surname,
          page: number,
          per_page: 2,
        })
      ).data
    const [first, second] = [await page(1), await page(2)]
    expect(first.meta).toMatchObject({ total: 3, last_page: 2 })
    expect([...first.data, ...second.data].map(({ id }) => id)).toEqual(created.reverse())
  })

  test("a key's limit can be raised above its owner's maximum, takes effect immediately, and is audited", async () => {
    const { client, account: reader } = await person({ staff: true })
    const { account, id } = await person()
    const key = await lane.marketplace.key(account, { scopes: ["profile.read"], rateLimit: null })
    const [shown] = (await get(client, id)).keys
    expect(shown).toMatchObject({ rate_limit: 300, default_rate_limit: 300, mode: "live" })
    const limitNow = async () => (await lane.request("/v1/me", { key })).headers.get("x-ratelimit-limit")
    expect(await limitNow()).toBe("300")
    expect(
      (await client.mutate("staffAccounts.setKeyLimit", { key: shown?.id, rate_limit: 5000 })).problem,
    ).toBeUndefined()
    await expect.poll(limitNow).toBe("5000")
    expect(
      (await client.mutate("staffAccounts.setKeyLimit", { key: shown?.id, rate_limit: null })).problem,
    ).toBeUndefined()
    expect((await get(client, id)).keys[0]?.rate_limit).toBe(300)
    expect(await entriesOf(shown?.id.slice(4) ?? "")).toEqual([
      { action: "api_key.limit_set", data: { before: null, after: 5000 }, actor_id: reader },
      { action: "api_key.limit_set", data: { before: 5000, after: null }, actor_id: reader },
    ])
    for (const rate_limit of [0, 10_001, 1.5])
      expect((await client.mutate("staffAccounts.setKeyLimit", { key: shown?.id, rate_limit })).problem).toBe(
        "validation_failed",
      )
    expect((await client.mutate("staffAccounts.setKeyLimit", { key: `key_${uuidv7()}`, rate_limit: 10 })).problem).toBe(
      "not_found",
    )
  })

  test("a locked account has no session, key or password until it is unlocked, and its holder is notified", async () => {
    const { client } = await person({ staff: true })
    const { account, id, email, client: holder } = await person({ locale: "hi" })
    const key = await lane.marketplace.key(account, { scopes: ["profile.read"], rateLimit: null })
    expect((await lane.request("/v1/me", { key })).status).toBe(200)
    const updatedAt = () => lane.marketplace.rows("SELECT updated_at FROM account WHERE id = $1", [account])
    const before = await updatedAt()
    expect(
      (await client.mutate("staffAccounts.lock", { account: id, message: "Spam <b>everywhere</b>." })).problem,
    ).toBeUndefined()
    expect((await holder.query("sessions.list")).problem).toBe("authentication_required")
    await expect.poll(async () => (await lane.request("/v1/me", { key })).status).toBe(401)
    expect(await new PortalClient(lane.url).signIn(email, password)).not.toBeNull()
    expect((await client.mutate("staffAccounts.lock", { account: id, message: "Again." })).problem).toBe(
      "invalid_state",
    )
    expect((await find(client, email))[0]?.locked_at).not.toBeNull()
    expect((await client.mutate("staffAccounts.unlock", { account: id, message: "Sorry." })).problem).toBeUndefined()
    await expect.poll(async () => (await lane.request("/v1/me", { key })).status).toBe(200)
    expect((await holder.query("sessions.list")).problem).toBe("authentication_required")
    expect(await new PortalClient(lane.url).signIn(email, password)).toBeNull()
    expect(await updatedAt(), "the claim updated_at").toEqual(before)
    const mails = () => messagesTo(lane.marketplace, email)
    await expect.poll(async () => (await mails()).length, { timeout: 15_000 }).toBe(2)
    const locked = (await mails()).find(({ text }) => text.includes("Spam"))
    expect(locked?.text).toContain("Spam <b>everywhere</b>.")
    expect(locked?.html).not.toContain("<b>everywhere")
    expect((await entriesOf(account)).map(({ action, data }) => [action, data])).toEqual([
      ["account.locked", { message: "Spam <b>everywhere</b>." }],
      ["account.unlocked", { message: "Sorry." }],
    ])
  })

  test("staff cannot lock their own account, and a message is required", async () => {
    const { client, id } = await person({ staff: true })
    expect((await client.mutate("staffAccounts.lock", { account: id, message: "Me." })).problem).toBe("invalid_state")
    const { id: other } = await person()
    expect((await client.mutate("staffAccounts.lock", { account: other, message: "  " })).problem).toBe(
      "validation_failed",
    )
    for (const account of ["acc_x", `acc_${uuidv7()}`])
      expect((await client.mutate("staffAccounts.lock", { account, message: "Who?" })).problem).toBe("not_found")
  })

  const pendingStore = async () => {
    const owner = await person()
    const slug = `store-${uuidv7()}`
    await lane.marketplace.store(slug, { status: "pending", owner: owner.account })
    return { owner, slug }
  }

  test("a store is approved, suspended and reinstated, with emails and immediate effect on its members", async () => {
    const { client } = await person({ staff: true })
    const { owner, slug } = await pendingStore()
    const decide = (decision: string, message = "As agreed.") =>
      client.mutate("staffStores.decide", { store: slug, decision, message })
    const key = await lane.marketplace.key(owner.account, { scopes: ["seller.orders.read"] })
    const orders = async () => (await lane.request("/v1/seller/orders", { key })).status
    expect(await orders()).toBe(403)
    expect((await decide("reinstate")).problem).toBe("invalid_state")
    expect((await decide("approve")).problem).toBeUndefined()
    await expect.poll(orders).toBe(200)
    expect((await decide("approve")).problem).toBe("invalid_state")
    expect((await decide("decline")).problem).toBe("invalid_state")
    expect((await decide("suspend")).problem).toBeUndefined()
    await expect.poll(orders).toBe(403)
    expect((await decide("reinstate")).problem).toBeUndefined()
    const mails = () => lane.marketplace.rows('SELECT subject FROM mailbox_message WHERE "to" = $1', [owner.email])
    await expect.poll(async () => (await mails()).length, { timeout: 15_000 }).toBe(3)
    const { data } = (
      await client.query<{ data: { slug: string; status: string; owner: { id: string } }[] }>("staffStores.list", {
        q: slug,
      })
    ).data
    expect(data).toMatchObject([{ slug, status: "approved", owner: { id: owner.id } }])
  })

  test("a declined application is deleted, and the account can apply again", async () => {
    const { client } = await person({ staff: true })
    const { owner, slug } = await pendingStore()
    expect(
      (await client.mutate("staffStores.decide", { store: slug, decision: "decline", message: "Not yet." })).problem,
    ).toBeUndefined()
    expect(
      (await client.mutate("staffStores.decide", { store: slug, decision: "decline", message: "Not yet." })).problem,
    ).toBe("not_found")
    expect((await owner.client.query<{ data: object | null }>("stores.own")).data.data).toBeNull()
  })

  test("an application that lists products already is suspended, not removed", async () => {
    const { client } = await person({ staff: true })
    const { slug } = await pendingStore()
    const [store] = await lane.marketplace.rows<{ id: number }>("SELECT id FROM store WHERE slug = $1", [slug])
    await lane.marketplace.product({ name: `Lamp ${slug}`, store: store?.id ?? 0 })
    const decide = (decision: string) =>
      client.mutate("staffStores.decide", { store: slug, decision, message: "Not yet." })
    expect((await decide("decline")).problem).toBe("invalid_state")
    expect((await decide("suspend")).problem).toBeUndefined()
    expect((await decide("reinstate")).problem).toBeUndefined()
  })

  test("staff cannot decide about a store that they belong to", async () => {
    const { owner, slug } = await pendingStore()
    const secret = await makeStaff(lane.marketplace, owner.account)
    expect(await signInWithCode(owner.client, owner.email, password, secret)).toBeNull()
    expect(
      (await owner.client.mutate("staffStores.decide", { store: slug, decision: "approve", message: "Mine." })).problem,
    ).toBe("invalid_state")
  })

  test("the platform's apps are disabled and enabled, as GET /apps shows", async () => {
    const { client } = await person({ staff: true })
    await lane.marketplace.rows(
      "INSERT INTO platform_app (key, name, short_name, description, url_path, icon_path, accent_color, position) VALUES ('shop', 'Shop', 'Shop', 'Buy.', '/', '/media/apps/shop.svg', '#aa3311', 1) ON CONFLICT DO NOTHING",
      [],
    )
    const shown = async () =>
      (await lane.request("/v1/apps")).json.data.map(({ key, maintenance }) => [key, maintenance])
    expect(await shown()).toEqual([["shop", false]])
    const turn = (setting: string, on: boolean, key = "shop") =>
      client.mutate("platformApps.switch", { key, setting, on })
    await turn("maintenance", true)
    expect(await shown()).toEqual([["shop", true]])
    await turn("enabled", false)
    await turn("enabled", false)
    expect(await shown()).toEqual([])
    await turn("enabled", true)
    expect((await turn("enabled", true, "none")).problem).toBe("not_found")
    expect((await entriesOf("shop")).map(({ action, data }) => [action, data])).toEqual([
      ["platform_app.maintenance", { on: true }],
      ["platform_app.enabled", { on: false }],
      ["platform_app.enabled", { on: true }],
    ])
  })

  test("the audit log is searched by actor, action and subject, page by page", async () => {
    const { client, id, email, account } = await person({ staff: true })
    const { id: other, account: otherAccount } = await person()
    for (const message of ["One.", "Two."]) {
      await client.mutate("staffAccounts.lock", { account: other, message })
      await client.mutate("staffAccounts.unlock", { account: other, message })
    }
    const read = async (input: object) =>
      (
        await client.query<{ data: { id: string; action: string; subject: string }[]; next: string | null }>(
          "auditLog.list",
          input,
        )
      ).data
    expect((await read({ actor: email })).data.map(({ action }) => action)).toEqual([
      "account.unlocked",
      "account.locked",
      "account.unlocked",
      "account.locked",
    ])
    expect((await read({ actor: id, action: "account.locked" })).data).toHaveLength(2)
    expect((await read({ subject: other, action: "account" })).data).toHaveLength(4)
    expect((await read({ actor: id, action: "accoun_" })).data).toEqual([])
    await lane.marketplace.rows(
      "INSERT INTO audit_entry (id, actor_id, actor_kind, action, subject) SELECT uuidv7(), $1, 'session', 'test.many', 'x' FROM generate_series(1, 60)",
      [account],
    )
    const first = await read({ actor: id, action: "test" })
    expect([first.data.length, first.next]).toEqual([50, first.data.at(-1)?.id])
    const second = await read({ actor: id, action: "test", after: first.next })
    expect([second.data.length, second.next]).toEqual([10, null])
    expect(new Set([...first.data, ...second.data].map((entry) => entry.id)).size).toBe(60)
    expect(otherAccount).not.toBe(account)
  })
})
