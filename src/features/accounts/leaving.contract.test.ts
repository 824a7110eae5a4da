import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { messagesTo } from "@/testing/fixtures/mailbox"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { OauthProvider, PASSWORD, type TestPerson } from "@/testing/fixtures/oauth-provider"

describe("an account's email address, export and deletion", () => {
  let provider: OauthProvider
  let places = 0

  beforeAll(async () => {
    provider = await OauthProvider.lease("fast")
  })
  afterAll(() => provider.close())

  const signedIn = async (more: { locale?: string } = {}): Promise<{ person: TestPerson; client: PortalClient }> => {
    const person = await provider.person(more)
    const client = new PortalClient(provider.url, `198.51.104.${++places}`)
    expect(await client.signIn(person.email, PASSWORD)).toBeNull()
    return { person, client }
  }
  const stranger = (): PortalClient => new PortalClient(provider.url, `198.51.104.${++places}`)
  const mails = (to: string) => messagesTo(provider, to)
  const tokenFor = async (to: string, count = 1): Promise<string> => {
    const links = async () =>
      (await mails(to)).flatMap(({ text }) => /confirm-email-change\?token=([A-Za-z0-9_-]{43})/.exec(text)?.[1] ?? [])
    await expect.poll(async () => (await links()).length, { timeout: 15_000 }).toBe(count)
    return (await links()).at(-1) ?? ""
  }
  const emailOf = async (client: PortalClient): Promise<string> =>
    (await client.query<{ data: { email: string } }>("me.get")).data.data.email
  const confirm = (token: string) => stranger().mutate<{ changed: boolean }>("accounts.confirmEmailChange", { token })

  test.each(["old first", "new first", "concurrently"])(
    "an email address changes after both addresses have confirmed: %s",
    async (order) => {
      const { person, client } = await signedIn()
      const email = `moved-${places}@example.in`
      expect((await client.mutate("accounts.requestEmailChange", { email })).status).toBe(200)
      const [atOld, atNew] = [await tokenFor(person.email), await tokenFor(email)]
      expect(await emailOf(client)).toBe(person.email)
      if (order === "concurrently") {
        const responses = await Promise.all([confirm(atOld), confirm(atNew)])
        expect(responses.map(({ data }) => data.changed).sort()).toEqual([false, true])
      } else {
        const [first, second] = order === "old first" ? [atOld, atNew] : [atNew, atOld]
        expect((await confirm(first)).data.changed).toBe(false)
        expect((await confirm(first)).data.changed).toBe(false)
        expect(await emailOf(client)).toBe(person.email)
        expect((await confirm(second)).data.changed).toBe(true)
      }
      expect(await emailOf(client)).toBe(email)
      expect((await confirm(atOld)).problem).toBe("not_found")
      expect(await stranger().signIn(person.email, PASSWORD)).toBe("CredentialsSignin")
      expect(await stranger().signIn(email, PASSWORD)).toBeNull()
      for (const to of [person.email, email])
        await expect
          .poll(async () => (await mails(to)).map(({ subject }) => subject), { timeout: 15_000 })
          .toContain("The email address of your account was changed")
    },
  )

  test("apps get the new email address", async () => {
    const { person, client } = await signedIn()
    const app = await provider.app({ required: ["openid", "email"] })
    const browser = provider.browser()
    const callback = await provider.completeAuthorization(
      browser,
      person,
      provider.authorizeUrl(app, { scope: "openid email" }),
    )
    const { json } = await provider.exchange(app, { code: callback.searchParams.get("code") ?? "" })
    const claims = async () =>
      (await (
        await fetch(`${provider.url}/oauth/userinfo`, { headers: { authorization: `Bearer ${json.access_token}` } })
      ).json()) as Record<string, unknown>
    expect(await claims()).toMatchObject({ email: person.email })
    await client.mutate("accounts.requestEmailChange", { email: "claims@example.in" })
    await confirm(await tokenFor(person.email))
    await confirm(await tokenFor("claims@example.in"))
    expect(await claims()).toMatchObject({ email: "claims@example.in", email_verified: true })
  })

  test("the old address can cancel a change, the new one cannot, and a second request replaces the first", async () => {
    const { person, client } = await signedIn()
    await client.mutate("accounts.requestEmailChange", { email: "thief@example.in" })
    const [atOld, atNew] = [await tokenFor(person.email), await tokenFor("thief@example.in")]
    expect((await stranger().mutate("accounts.rejectEmailChange", { token: atNew })).problem).toBe("not_found")
    await confirm(atNew)
    expect((await stranger().mutate("accounts.rejectEmailChange", { token: atOld })).status).toBe(200)
    expect((await confirm(atOld)).problem).toBe("not_found")
    await client.mutate("accounts.requestEmailChange", { email: "thief@example.in" })
    const overtaken = await tokenFor(person.email, 2)
    await client.mutate("accounts.requestEmailChange", { email: "other@example.in" })
    await tokenFor(person.email, 3)
    expect((await confirm(overtaken)).problem).toBe("not_found")
    expect(await emailOf(client)).toBe(person.email)
    expect(
      (await client.mutate("accounts.requestEmailChange", { email: person.email.toUpperCase() })).details[0],
    ).toMatchObject({ param: "email", code: "same" })
  })

  test("a taken email address is treated like any other, and rejected at the end", async () => {
    const { person, client } = await signedIn()
    const other = await provider.person()
    expect((await client.mutate("accounts.requestEmailChange", { email: other.email })).status).toBe(200)
    await confirm(await tokenFor(person.email))
    expect((await confirm(await tokenFor(other.email))).problem).toBe("invalid_state")
    expect(await emailOf(client)).toBe(person.email)
  })

  test("an email address taken by a concurrent sign-up is rejected", async () => {
    const { person, client } = await signedIn()
    const email = `meanwhile-${places}@example.in`
    await client.mutate("accounts.requestEmailChange", { email })
    await confirm(await tokenFor(person.email))
    const atNew = await tokenFor(email)
    const other = await provider.lane.marketplace.db.connect()
    await other.query("BEGIN")
    await other.query(
      "INSERT INTO account (id, email, name, updated_at) VALUES (gen_random_uuid(), $1, 'Usha', now())",
      [email],
    )
    const confirmed = confirm(atNew)
    const waiting = () =>
      provider.rows("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
    await expect.poll(waiting, { interval: 20 }).toHaveLength(1)
    await other.query("COMMIT")
    other.release()
    expect((await confirmed).problem).toBe("invalid_state")
    expect(await emailOf(client)).toBe(person.email)
  })

  test("an export contains the account's data, no other account's, and no secrets", async () => {
    const { person, client } = await signedIn()
    const other = await signedIn()
    const { data: made } = await client.mutate<{ data: { secret: string } }>("portalKeys.create", {
      name: "Sync",
      scopes: ["profile.read"],
      allowed_ips: [],
      rate_limit: null,
      expires_at: null,
    })
    await fetch(`${provider.url}/v1/me`, { headers: { authorization: `Bearer ${made.data.secret}` } })
    const store = await provider.lane.marketplace.store(`Export ${places}`)
    const order = await provider.lane.marketplace.order({ account: person.id, stores: [store], status: "delivered" })
    // More than one page of requests.
    await provider.rows(
      `INSERT INTO request_log (id, request_id, account_id, credential_kind, credential_id, livemode, method, path, operation, status, duration_ms, created_at)
       SELECT gen_random_uuid(), 'req-' || n, $1, 'api_key', gen_random_uuid(), true, 'GET', '/v1/me', 'GET /me', 200, 1, date_trunc('day', now()) + make_interval(secs => n / 3)
       FROM generate_series(1, 1203) n`,
      [person.id],
    )
    const response = await client.fetch("/account-export", { method: "POST" })
    expect([response.status, response.headers.get("content-disposition")]).toEqual([
      200,
      'attachment; filename="haat-account.json"',
    ])
    const text = await response.text()
    const data = JSON.parse(text) as Record<string, Record<string, unknown>[]> & { account: { email: string } }
    expect(data.account.email).toBe(person.email)
    expect(data.orders).toMatchObject([{ number: order.number, delivery_address: { name: "Asha Jha" } }])
    expect(data.api_keys).toMatchObject([{ name: "Sync", mode: "live" }])
    expect(new Set(data.requests?.map(({ request_id }) => request_id)).size).toBeGreaterThanOrEqual(1203)
    expect(data.security_log?.map(({ action }) => action)).toContain("api_key.created")
    for (const secret of [made.data.secret, "password_hash", "argon2", "_hash", "encrypted", other.person.email])
      expect(text).not.toContain(secret)
    expect((await stranger().fetch("/account-export", { method: "POST" })).status).toBe(401)
    expect(
      (await client.fetch("/account-export", { method: "POST", headers: { "sec-fetch-site": "cross-site" } })).status,
    ).toBe(400)
  })

  test("a deleted account has no access and no personal data, and its orders stay", async () => {
    const { person, client } = await signedIn({ locale: "hi" })
    const elsewhere = stranger()
    await elsewhere.signIn(person.email, PASSWORD)
    const { data: made } = await client.mutate<{ data: { secret: string } }>("portalKeys.create", {
      name: "Sync",
      scopes: ["profile.read"],
      allowed_ips: [],
      rate_limit: null,
      expires_at: null,
    })
    const app = await provider.app({ required: ["openid", "email"] })
    const callback = await provider.completeAuthorization(
      provider.browser(),
      person,
      provider.authorizeUrl(app, { scope: "openid email" }),
    )
    const { json } = await provider.exchange(app, { code: callback.searchParams.get("code") ?? "" })
    const store = await provider.lane.marketplace.store(`Leaving ${places}`)
    const [over, open] = [
      await provider.lane.marketplace.order({ account: person.id, stores: [store], status: "delivered" }),
      await provider.lane.marketplace.order({ account: person.id, stores: [store], status: "confirmed" }),
    ]
    const address = async (id: string) =>
      (
        await provider.rows<{ name: string; line1: string }>(
          "SELECT name, line1 FROM delivery_address WHERE order_id = $1",
          [id],
        )
      )[0]

    expect((await client.mutate("accounts.delete", { confirmation: "nobody@example.in" })).details[0]).toMatchObject({
      param: "confirmation",
    })
    const responses = await Promise.all(
      [1, 2, 3].map(() => client.mutate("accounts.delete", { confirmation: person.email })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)

    expect((await client.query("me.get")).problem).toBe("authentication_required")
    expect((await elsewhere.query("me.get")).problem).toBe("authentication_required")
    expect(await stranger().signIn(person.email, PASSWORD)).toBe("CredentialsSignin")
    expect(
      (await fetch(`${provider.url}/v1/me`, { headers: { authorization: `Bearer ${made.data.secret}` } })).status,
    ).toBe(401)
    expect(
      (await fetch(`${provider.url}/oauth/userinfo`, { headers: { authorization: `Bearer ${json.access_token}` } }))
        .status,
    ).toBe(401)
    // They have ended permanently, not only while the account is locked.
    for (const [table, ended] of [
      ["session", "revoked_at"],
      ["api_key", "revoked_at"],
      ["oauth_grant", "revoked_at"],
    ]) {
      expect(
        await provider.rows(`SELECT FROM ${table} WHERE account_id = $1 AND ${ended} IS NULL`, [person.id]),
        table,
      ).toHaveLength(0)
    }
    expect(await address(over.id)).toEqual({ name: "-", line1: "-" })
    expect(await address(open.id)).toEqual({ name: "Asha Jha", line1: "14 Lalbagh" })
    const [row] = await provider.rows<Record<string, unknown>>("SELECT * FROM account WHERE id = $1", [person.id])
    expect(JSON.stringify(row)).not.toContain(person.email)
    expect(row).toMatchObject({ name: "Deleted account", password_hash: null, phone: null, avatar_path: null })
    await expect
      .poll(async () => (await mails(person.email)).map(({ subject }) => subject), { timeout: 15_000 })
      .toContain("आपका हाट खाता हटा दिया गया है")
    expect(
      await provider.rows("SELECT FROM audit_entry WHERE actor_id = $1 AND action = 'account.deleted'", [person.id]),
    ).toHaveLength(1)
    // The address can be used for a new account.
    expect(
      (
        await stranger().mutate("accounts.signUp", {
          name: "Asha",
          email: person.email,
          password: PASSWORD,
          locale: "en",
        })
      ).status,
    ).toBe(200)
    expect(await provider.rows("SELECT FROM account WHERE email = $1", [person.email])).toHaveLength(1)
  })

  test("a deleted account's endpoints get no more deliveries, and none stays pending", async () => {
    const { person, client } = await signedIn()
    const endpoint = async (status: string, reason: string | null): Promise<string> => {
      const [row] = await provider.rows<{ id: string }>(
        `INSERT INTO webhook_endpoint (id, account_id, url, events, livemode, secret_encrypted, status, disabled_reason)
         VALUES (gen_random_uuid(), $1, 'https://hooks.example/', '{order.created}', true, '\\x00', $2, $3) RETURNING id`,
        [person.id, status, reason],
      )
      return row?.id ?? ""
    }
    const ids = [await endpoint("enabled", null), await endpoint("paused", null), await endpoint("disabled", "failing")]
    await provider.rows(
      `WITH d AS (
         INSERT INTO webhook_delivery (id, event_id, event_created_at, event_type, endpoint_id, next_attempt_at, created_at)
         SELECT gen_random_uuid(), gen_random_uuid(), now(), 'order.created', id, now(), now() FROM unnest($1::uuid[]) id RETURNING *)
       INSERT INTO webhook_pending (delivery_id, endpoint_id, delivery_created_at, event_id, event_created_at, due_at)
       SELECT id, endpoint_id, created_at, event_id, event_created_at, now() + interval '1 hour' FROM d`,
      [ids],
    )
    expect((await client.mutate("accounts.delete", { confirmation: person.email })).status).toBe(200)
    expect(
      await provider.rows("SELECT FROM webhook_endpoint WHERE id = ANY ($1) AND deleted_at IS NULL", [ids]),
    ).toEqual([])
    expect(await provider.rows("SELECT FROM webhook_pending WHERE endpoint_id = ANY ($1)", [ids])).toEqual([])
    expect(
      await provider.rows(
        "SELECT DISTINCT status, next_attempt_at FROM webhook_delivery WHERE endpoint_id = ANY ($1)",
        [ids],
      ),
    ).toEqual([{ status: "failed", next_attempt_at: null }])
  })

  test("the owner of a store must transfer it first", async () => {
    const { person, client } = await signedIn()
    await provider.lane.marketplace.store(`Owned ${places}`, { owner: person.id })
    expect((await client.mutate("accounts.delete", { confirmation: person.email })).problem).toBe("invalid_state")
    await provider.rows("UPDATE store_member SET role = 'manager' WHERE account_id = $1", [person.id])
    expect((await client.mutate("accounts.delete", { confirmation: person.email })).status).toBe(200)
    expect(await provider.rows("SELECT FROM store_member WHERE account_id = $1", [person.id])).toHaveLength(0)
  })

  test("a profile change shows everywhere, and its picture is re-encoded", async () => {
    const { person, client } = await signedIn()
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><script>alert(1)</script><rect width="40" height="20" fill="red"/></svg>',
    ).toString("base64")
    expect((await client.mutate("profile.update", { name: " Asha Mishra ", locale: "mai", avatar: svg })).status).toBe(
      200,
    )
    const me = async () =>
      (await client.query<{ data: { name: string; locale: string; avatar_url: string | null } }>("me.get")).data.data
    expect(await me()).toMatchObject({ name: "Asha Mishra", locale: "mai" })
    const first = (await me()).avatar_url ?? ""
    const picture = await fetch(first)
    expect([picture.status, picture.headers.get("content-type")]).toEqual([200, "image/png"])
    expect(
      Buffer.from(await picture.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG")
    await client.mutate("profile.update", { avatar: svg })
    expect((await me()).avatar_url).not.toBe(first)
    expect((await fetch(first)).status).toBe(404)
    expect(
      (await client.mutate("profile.update", { avatar: Buffer.from("no picture").toString("base64") })).details[0],
    ).toMatchObject({ param: "avatar" })
    for (const name of ["", " ", "Visit https://evil.example", "a\u0000b"])
      expect((await client.mutate("profile.update", { name })).details[0]?.param).toBe("name")
    await client.mutate("profile.update", { avatar: null })
    expect((await me()).avatar_url).toBeNull()
    expect(await provider.rows("SELECT FROM avatar WHERE account_id = $1", [person.id])).toHaveLength(0)
  })
})
