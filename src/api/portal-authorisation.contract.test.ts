import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { portalRouter } from "@/api/portal"
import { hashPassword } from "@/auth/password"
import { Lane } from "@/testing/fixtures/lane"
import { PortalClient } from "@/testing/fixtures/portal-client"

type Procedure = { _def: { type: "query" | "mutation" } }
const procedures = (portalRouter as unknown as { _def: { procedures: Record<string, Procedure> } })._def.procedures
const NAMES = Object.keys(procedures).sort()

/** Procedures that are public on purpose. All others require a session. */
const OPEN = [
  "accounts.confirmEmailChange",
  "accounts.createFirstStaff",
  "accounts.getEmailChange",
  "accounts.getFirstStaffLink",
  "accounts.getPasswordResetLink",
  "accounts.rejectEmailChange",
  "accounts.requestPasswordReset",
  "accounts.resetPassword",
  "accounts.signUp",
  "accounts.verifyEmail",
  "apps.list",
  "mailbox.open",
  "oauth.chooseLanguage",
  "oauth.signIn",
  "oauth.signInRequest",
  "security.passkeyRequest",
  "status.get",
]

/** Changes that an account with an unverified email address may make. */
const UNVERIFIED = [
  "accounts.delete",
  "accounts.resendVerification",
  "oauth.signOut",
  "security.prove",
  "security.recentlyProved",
  "sessions.revoke",
  "sessions.revokeOthers",
]

const STAFF =
  /^(?:security\.staffAccess$|(?:auditLog|platformApps|staffAccounts|staffDeprecations|staffIncidents|staffOrders|staffSearch|staffStores|staffSynonyms|appReviews)\.(?!waiting$))/

// The id parameters of the procedures, under all their names.
const ID_NAMES = [
  "id",
  "account",
  "client_id",
  "credential",
  "delivery",
  "email",
  "endpoint",
  "endpoint_id",
  "event",
  "key",
  "number",
  "order",
  "part",
  "request_id",
  "session",
  "sku",
  "store",
  "subject",
  "version",
]

const EVERYTHING_ELSE = {
  allowed_ips: [],
  amount: 100,
  awb: "PX-1",
  body: { en: "It is mine now." },
  business: "x",
  component: "api",
  confirmation: "x",
  courier_name: "Pavan Express",
  decision: "approved",
  description: "Mine now",
  events: ["order.created"],
  items: [],
  name: "Mine now",
  overlap: "now",
  q: "",
  range: "24h",
  rate_limit: 1,
  reason: "It is mine now.",
  redirect_uris: ["https://evil.example/cb"],
  role: "orders",
  scopes: ["profile.read"],
  since: "2026-01-01T00:00:00.000Z",
  status: "paused",
  step: "confirm",
  url: "http://127.0.0.1:9/hooks",
  words: "It is mine now.",
}

describe("the portal's procedures", () => {
  let lane: Lane
  const password = "a long password"

  beforeAll(async () => {
    lane = await Lane.lease("fast", { WEBHOOK_LOOPBACK: "1" })
  })
  afterAll(() => lane.close())

  const person = async (name: string) => {
    const email = `${uuidv7()}@example.in`
    const account = await lane.marketplace.account({ email, name })
    await lane.marketplace.rows("UPDATE account SET password_hash = $2 WHERE id = $1", [
      account,
      await hashPassword(password),
    ])
    const client = new PortalClient(lane.url)
    expect(await client.signIn(email, password)).toBeNull()
    return { account, email, client }
  }
  const send = (client: PortalClient, name: string, input?: object) => {
    const there = client.inMode(name.startsWith("sandbox") ? "sandbox" : "live")
    return procedures[name]?._def.type === "query" ? there.query(name, input) : there.mutate(name, input)
  }

  test("include more than 80, among them every public one", () => {
    expect(NAMES.length).toBeGreaterThan(80)
    expect(OPEN.filter((name) => !NAMES.includes(name))).toEqual([])
  })

  test.each(NAMES.filter((name) => !OPEN.includes(name)))("%s requires a session", async (name) => {
    for (const input of [undefined, EVERYTHING_ELSE]) {
      expect((await send(new PortalClient(lane.url), name, input)).problem).toBe("authentication_required")
    }
  })

  test("staff procedures are a 404 for other accounts", async () => {
    const { client } = await person("Stranger")
    const staff = NAMES.filter((name) => STAFF.test(name))
    expect(staff.length).toBeGreaterThan(15)
    for (const name of staff)
      expect([name, (await send(client, name, EVERYTHING_ELSE)).problem]).toEqual([name, "not_found"])
  })

  test("mutations are refused while the account's email address is unverified, except the listed ones", async () => {
    const { account, client } = await person("Unverified")
    await lane.marketplace.rows("UPDATE account SET email_verified_at = NULL WHERE id = $1", [account])
    const changes = NAMES.filter((name) => procedures[name]?._def.type === "mutation" && !OPEN.includes(name))
    const refused: string[] = []
    for (const name of changes.filter((each) => !UNVERIFIED.includes(each)))
      if ((await send(client, name, EVERYTHING_ELSE)).problem === "email_not_verified") refused.push(name)
    expect(refused).toEqual(changes.filter((name) => !UNVERIFIED.includes(name)))
    for (const name of UNVERIFIED)
      expect([name, (await send(client, name, EVERYTHING_ELSE)).problem]).not.toEqual([name, "email_not_verified"])
  })

  test("calls share one rate limit of 600 a minute for all sessions of an account", async () => {
    const { account, email, client } = await person("Busy")
    const elsewhere = new PortalClient(lane.url)
    await elsewhere.signIn(email, password)
    await lane.marketplace.rows("DELETE FROM rate_limit WHERE subject = $1", [`portal:${account}`])
    const responses: { status: number; problem?: string | undefined; retryAfter: number | null }[] = []
    for (let round = 0; round < 31; round++)
      responses.push(
        ...(await Promise.all(
          Array.from({ length: 20 }, (_, index) => (index % 2 ? client : elsewhere).query("me.get")),
        )),
      )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(600)
    const refused = responses.filter(({ status }) => status !== 200)
    expect(new Set(refused.map(({ status, problem }) => `${status} ${problem ?? ""}`))).toEqual(
      new Set(["429 rate_limit_exceeded"]),
    )
    expect(Math.min(...refused.map(({ retryAfter }) => retryAfter ?? 0))).toBeGreaterThanOrEqual(1)
    expect((await lane.request("/v1/status")).status).toBe(200)
  })

  test("no procedure shows or changes another account's data", {
    timeout: 180_000,
  }, async () => {
    const marker = `Owner ${uuidv7()}`
    const owner = await person(marker)
    const store = await lane.marketplace.store(marker, { owner: owner.account })
    const { email: _again, ...signedInAgain } = owner
    // The store's owner can read its orders from the next session on.
    await signedInAgain.client.signIn(owner.email, password)
    const order = await lane.marketplace.order({ account: owner.account, stores: [store], status: "confirmed" })
    const key = await lane.marketplace.key(owner.account, { scopes: ["profile.read"] })
    await lane.request("/v1/me", { key, headers: { "x-request-id": "request-of-the-owner" } })
    const create = async <Data>(name: string, input: object): Promise<Data> => {
      const response = await owner.client.mutate<{ data: Data }>(name, input)
      expect([name, response.problem]).toEqual([name, undefined])
      return response.data.data
    }
    const { app } = await create<{ app: { client_id: string } }>("oauthApps.create", {
      name: marker,
      type: "confidential",
    })
    await lane.marketplace.rows(
      "INSERT INTO oauth_log_entry (id, app_id, endpoint, error, reason, detail, request_id) SELECT $2, id, '/oauth/token', 'invalid_grant', 'code_used', $3, 'x' FROM oauth_app WHERE client_id = $1",
      [app.client_id, uuidv7(), marker],
    )
    const endpoint = await create<{ id: string }>("webhookEndpoints.create", {
      url: "http://127.0.0.1:9/hooks",
      events: ["order.created"],
      description: marker,
    })
    const delivery = await create<{ delivery_id: string }>("webhookEndpoints.test", { id: endpoint.id })
    await owner.client.mutate("stores.invite", { email: "guest@example.in", role: "orders" })
    const [session] = (await owner.client.query<{ data: { id: string }[] }>("sessions.list")).data.data
    const [sellerOrder] = order.sellerOrders
    const secrets = [
      owner.account,
      `acc_${owner.account}`,
      owner.email,
      `key_${key.id}`,
      app.client_id,
      endpoint.id,
      delivery.delivery_id,
      order.number,
      `ord_${order.id}`,
      `so_${sellerOrder?.id}`,
      sellerOrder?.number,
      session?.id,
      "guest@example.in",
      "request-of-the-owner",
    ].filter((each): each is string => each !== undefined)
    expect(secrets).toHaveLength(14)

    // All rows that name the owner or something of theirs, without the columns that change with time.
    const holdings = async () => {
      const tables = [
        "account",
        "api_key",
        "api_key_secret",
        "customer_order",
        "oauth_app",
        "oauth_app_version",
        "refund",
        "seller_order",
        "session",
        "store",
        "store_invitation",
        "store_member",
        "webhook_delivery",
        "webhook_endpoint",
      ]
      const ids = [
        owner.account,
        key.id,
        order.id,
        sellerOrder?.id,
        endpoint.id.slice(3),
        delivery.delivery_id.slice(4),
        "guest@example.in",
        marker,
      ]
      return Object.fromEntries(
        await Promise.all(
          tables.map(
            async (table) =>
              [
                table,
                await lane.marketplace.rows(
                  `SELECT to_jsonb(t) - '{last_seen_at,last_used_at,leased_until,next_attempt_at}'::text[] AS row FROM ${table} t WHERE t::text LIKE ANY ($1) ORDER BY t::text`,
                  [ids.map((id) => `%${id}%`)],
                ),
              ] as const,
          ),
        ),
      )
    }
    const before = await holdings()
    expect(
      Object.entries(before).filter(
        ([table, rows]) => rows.length === 0 && !["refund", "webhook_delivery"].includes(table),
      ),
    ).toEqual([])

    const { client: stranger } = await person("Stranger")
    const walked = NAMES.filter(
      (name) => !OPEN.includes(name) && name !== "accounts.delete" && !name.startsWith("sessions.revokeOthers"),
    )
    const tryWith = async (name: string, secret: string): Promise<void> => {
      const input = {
        ...EVERYTHING_ELSE,
        ...Object.fromEntries(ID_NAMES.map((id) => [id, secret])),
        ids: [secret],
      }
      const { data, status } = await send(stranger, name, input)
      const shown = JSON.stringify(data ?? null)
      expect(status, `${name} with ${secret}`).not.toBe(500)
      // A response may repeat what the stranger typed, but not what they could not know.
      for (const hidden of [marker, ...secrets.filter((each) => each !== secret)])
        expect(shown.includes(hidden), `${name} with ${secret} shows ${hidden}`).toBe(false)
    }
    for (const name of walked) {
      // So many calls would exceed one account's rate limit.
      await lane.marketplace.rows("DELETE FROM rate_limit WHERE subject LIKE 'portal:%'")
      await Promise.all(secrets.map((secret) => tryWith(name, secret)))
    }
    expect(await holdings()).toEqual(before)
  })
})
