import { createHash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { v7 as uuidv7 } from "uuid"
import { OauthProvider, PASSWORD } from "@/testing/fixtures/oauth-provider"
import { PortalClient } from "@/testing/fixtures/portal-client"

/** The section of the export for the personal data of each table. */
const EXPORTED: Record<string, readonly string[]> = {
  account: ["account.email"],
  address: ["addresses"],
  api_key: ["api_keys"],
  api_request: ["requests"],
  api_usage: ["usage"],
  audit_entry: ["security_log", "done_by_others"],
  avatar: ["pictures"],
  customer_order: ["orders"],
  delivery_address: ["orders.0.delivery_address"],
  email_change: ["email_changes"],
  email_token: ["mail_links"],
  external_identity: ["sign_in_providers"],
  idempotency_key: ["idempotency_keys"],
  oauth_app: ["oauth_apps"],
  oauth_app_review: ["reviews_written"],
  oauth_app_tester: ["tester_of", "oauth_apps.0.testers"],
  oauth_grant: ["connected_apps"],
  oauth_log_entry: ["refused_app_requests"],
  passkey: ["passkeys"],
  recovery_code: ["recovery_codes"],
  session: ["sessions"],
  store_invitation: ["store_invitations"],
  store_member: ["account.store"],
  totp: ["account.authenticator_app_since"],
  webhook_endpoint: ["webhook_endpoints"],
  webhook_event: ["webhook_events"],
}

/** The tables that are not exported, and why. */
const LEFT_OUT: Record<string, string> = {
  account_usage: "the counts of api_usage, by the hour",
  account_usage_duration: "the durations of api_usage, by the hour",
  api_request_late: "which rows of api_request are not counted yet",
  deprecated_call: "which rows of api_request used something deprecated",
  deprecated_call_day: "the counts of deprecated_call, by day",
  deprecation_notice: "which mails about deprecations were sent",
  known_device: "hashes of cookies; where they signed in, the sessions tell",
  mailbox_message: "mails, whose links are secrets while they work",
  operator_key: "keys of the operators' account, which is nobody's",
  oauth_interaction: "a page of the provider that is open for minutes",
  sign_in_step: "a sign-in that waits for its second step for minutes",
  store: "the store's own address for its customers, which everybody sees",
  webhook_event_position: "the order in which webhook_event is streamed",
  webauthn_challenge: "what an authenticator signs within minutes",
  world: "the account's sandbox, whose content is invented",
}

const REFERENCES = `
  SELECT DISTINCT c.table_name AS name FROM information_schema.columns c
  JOIN pg_class t ON t.relname = c.table_name AND t.relnamespace = 'public'::regnamespace AND t.relkind IN ('r', 'p') AND NOT t.relispartition
  WHERE c.table_schema = 'public' AND (c.column_name ~ '(^|_)(account|actor|owner|reviewer|person|user)_id$' OR c.column_name ~ '(^|_)(email|phone)$' OR c.column_name = 'to'
    OR EXISTS (SELECT FROM pg_constraint k JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = ANY (k.conkey)
               WHERE k.conrelid = t.oid AND k.contype = 'f' AND k.confrelid = 'account'::regclass AND a.attname = c.column_name))
    OR c.table_schema = 'public' AND c.table_name = 'account'
  ORDER BY 1`

type Item = Record<string, unknown>
type Document = Record<string, Item[]> & { account: Item; left_out: string[] }

function at(document: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((found, name) => (found as Item | null | undefined)?.[name], document)
}
function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest()
}

describe("an account's export", () => {
  let provider: OauthProvider

  beforeAll(async () => {
    provider = await OauthProvider.lease("fast")
  })
  afterAll(() => provider.close())

  /** An account with rows in every table. */
  const filled = async () => {
    const { marketplace } = provider.lane
    const person = await provider.person()
    const client = new PortalClient(provider.url, "198.51.105.1")
    expect(await client.signIn(person.email, PASSWORD)).toBeNull()
    const staff = (await provider.person({ name: "A reviewer" })).id
    const insert = (statement: string, ...more: unknown[]) => provider.rows(statement, [person.id, ...more])
    const [store, asking] = [
      await marketplace.store("Export Haat", { owner: person.id }),
      await marketplace.store("Asking Haat"),
    ]
    const order = await marketplace.order({ account: person.id, stores: [asking], status: "delivered" })
    await provider.rows(
      "INSERT INTO refund (id, order_id, seller_order_id, payment_id, amount, reason, created_at) SELECT gen_random_uuid(), $1, $2, id, 500, 'One was broken.', now() FROM payment WHERE order_id = $1",
      [order.id, order.sellerOrders[0]?.id],
    )
    await insert(
      "INSERT INTO address (id, account_id, name, phone, line1, city, district, state, pincode) VALUES (gen_random_uuid(), $1, 'Asha Jha', '+919000000001', '14 Lalbagh', 'Darbhanga', 'Darbhanga', 'Bihar', '846004')",
    )
    await insert(
      "INSERT INTO avatar (id, account_id, picture) VALUES (gen_random_uuid(), $1, $2)",
      Buffer.alloc(200, 7),
    )
    await insert("INSERT INTO totp (account_id, seed_encrypted, confirmed_at) VALUES ($1, $2, now())", digest("seed"))
    await insert("INSERT INTO recovery_code (hash, account_id) VALUES ($2, $1)", digest("recovery"))
    await insert(
      "INSERT INTO passkey (id, account_id, credential_id, public_key, name) VALUES (gen_random_uuid(), $1, 'a credential', $2, 'Phone')",
      digest("public"),
    )
    await insert(
      "INSERT INTO external_identity (provider, subject, account_id, email) VALUES ('google', '1', $1, 'asha@example.com')",
    )
    await insert(
      "INSERT INTO email_token (hash, account_id, purpose, email, expires_at) VALUES ($2, $1, 'verify_email', $3, now())",
      digest("token"),
      person.email,
    )
    await insert(
      "INSERT INTO email_change (id, account_id, old_email, new_email, old_hash, new_hash, expires_at) VALUES (gen_random_uuid(), $1, $2, 'new@example.in', $3, $4, now())",
      person.email,
      digest("old"),
      digest("new"),
    )
    await insert(
      "INSERT INTO store_invitation (store_id, email, role, expires_at) SELECT $2, email, 'orders', now() FROM account WHERE id = $1",
      asking,
    )
    await insert(
      "INSERT INTO idempotency_key (account_id, key, fingerprint, result) VALUES ($1, 'try-1', $2, '{}')",
      digest("request"),
    )
    const key = await marketplace.key(person.id)
    await insert(
      `INSERT INTO request_log (id, request_id, account_id, credential_kind, credential_id, livemode, method, path, operation, status, duration_ms, created_at, scope, query, request_headers, request_body, response_headers, response_body)
       SELECT gen_random_uuid(), 'req-' || n, $1, 'api_key', $2, n % 2 = 0, 'PATCH', '/v1/seller/orders/so_1/ship', 'PATCH /seller/orders/{id}/ship', 200, 1, date_trunc('day', now()) + make_interval(secs => n / 3),
              'seller.orders.write', 'note=hello', '{"accept":"*/*"}', '{"awb":"PX-1"}', '{"allow":"PATCH"}', '{"data":{}}' FROM generate_series(1, 305) n`,
      key.id,
    )
    await insert(
      "INSERT INTO api_usage (hour, account_id, credential_id, credential_kind, operation, status, requests) VALUES (date_trunc('hour', now()), $1, $2, 'api_key', 'GET /me', 200, 7)",
      key.id,
    )
    const endpoint = uuidv7()
    await insert(
      "INSERT INTO webhook_endpoint (id, account_id, url, events, livemode, secret_encrypted, updated_at) VALUES ($2, $1, 'https://hooks.example/', '{order.created}', true, $3, now())",
      endpoint,
      digest("whsec"),
    )
    // More than one page of deliveries, each with an attempt.
    for (let n = 0; n < 60; n++) {
      const [event, delivery] = [uuidv7(), uuidv7()]
      await insert(
        "INSERT INTO webhook_event (id, type, account_id, subject_id, api_version, livemode, data) VALUES ($2, 'order.created', $1, $3, '2026-05-01', true, '{\"number\": \"HT-1\"}')",
        event,
        order.id,
      )
      await provider.rows(
        "INSERT INTO webhook_delivery (id, event_id, event_created_at, event_type, endpoint_id, status, attempts) VALUES ($1, $2, now(), 'order.created', $3, 'failed', 1)",
        [delivery, event, endpoint],
      )
      await provider.rows(
        "INSERT INTO webhook_attempt (id, delivery_id, number, url, request_headers, status_code, response_body, duration_ms) VALUES ($1, $2, 1, 'https://hooks.example/', '{}', 418, $3, 1)",
        [uuidv7(), delivery, `tea ${n}`],
      )
    }
    const app = await provider.app({ owner: person.id, name: "Ledger" })
    await provider.rows("UPDATE oauth_app_version SET logo = $2, logo_type = 'image/png' WHERE app_id = $1", [
      app.id,
      Buffer.from("a logo"),
    ])
    await provider.rows("INSERT INTO oauth_app_tester (app_id, email) VALUES ($1, 'friend@example.in')", [app.id])
    await provider.rows(
      "INSERT INTO oauth_app_review (id, version_id, reviewer_id, decision, message) SELECT gen_random_uuid(), id, $2, 'approved', 'Well made.' FROM oauth_app_version WHERE app_id = $1",
      [app.id, staff],
    )
    const other = await provider.app({ name: "Somebody's" })
    await insert("INSERT INTO oauth_app_tester (app_id, email) SELECT $2, email FROM account WHERE id = $1", other.id)
    await insert(
      "INSERT INTO oauth_app_review (id, version_id, reviewer_id, decision, message) SELECT gen_random_uuid(), id, $1, 'approved', 'I saw it.' FROM oauth_app_version WHERE app_id = $2",
      other.id,
    )
    await insert(
      "INSERT INTO oauth_grant (id, account_id, app_id, scopes, shown_scopes) VALUES (gen_random_uuid(), $1, $2, '{openid}', '{openid}')",
      other.id,
    )
    await insert(
      "INSERT INTO oauth_log_entry (id, app_id, endpoint, error, reason, account_id, request_id) VALUES (gen_random_uuid(), $2, '/oauth/token', 'invalid_grant', 'code_used', $1, 'req-0')",
      other.id,
    )
    const audited = (actor: string, action: string, subject: string, data: object = {}) =>
      provider.rows(
        "INSERT INTO audit_entry (id, actor_id, actor_kind, action, subject, data) VALUES (gen_random_uuid(), $1, 'session', $2, $3, $4)",
        [actor, action, subject, data],
      )
    await audited(person.id, "account.password_changed", person.id)
    await audited(staff, "account.locked", person.id, { message: "Spam." })
    await audited(staff, "api_key.limit_set", key.id, { after: 5 })
    await audited(staff, "oauth_app.approved", app.id, { message: "Well made." })
    await audited(staff, "store.approved", String(store), { message: "Welcome." })
    await audited(staff, "store.role_changed", String(store), { account: person.id, role: "manager" })
    await audited(staff, "store.role_changed", String(store), { account: staff, role: "orders" })
    await audited(staff, "account.locked", staff, { message: "Somebody else." })
    return { client, key: key.secret, order, person, endpoint }
  }

  test("covers every table that refers to an account, or lists why not", async () => {
    const { client, key, order, person, endpoint } = await filled()
    const response = await client.fetch("/account-export", { method: "POST" })
    expect(response.status).toBe(200)
    const text = await response.text()
    const document = JSON.parse(text) as Document

    const tables = (await provider.rows<{ name: string }>(REFERENCES)).map(({ name }) => name)
    expect(tables).toEqual([...Object.keys(EXPORTED), ...Object.keys(LEFT_OUT)].sort())
    const empty = Object.values(EXPORTED)
      .flat()
      .filter((path) => {
        const exported = at(document, path)
        return exported === undefined || exported === null || (Array.isArray(exported) && exported.length === 0)
      })
    expect(empty).toEqual([])
    expect(document.left_out.length).toBeGreaterThan(0)

    expect(document.requests).toHaveLength(305)
    expect(new Set(document.requests?.map(({ request_id }) => request_id)).size).toBe(305)
    expect(document.requests?.[0]).toMatchObject({
      ...{
        scope: "seller.orders.write",
        query: "note=hello",
        request_headers: { accept: "*/*" },
        request_body: '{"awb":"PX-1"}',
        response_headers: { allow: "PATCH" },
        response_body: '{"data":{}}',
      },
      credential_id: document.api_keys?.[0]?.id,
    })
    expect(document.webhook_deliveries).toHaveLength(60)
    expect(document.webhook_deliveries?.map(({ attempts }) => (attempts as Item[])[0]?.response_body).sort()).toEqual(
      Array.from({ length: 60 }, (_, n) => `tea ${n}`).sort(),
    )
    expect(document.webhook_deliveries?.[0]).toMatchObject({
      endpoint_id: `we_${endpoint}`,
      event_type: "order.created",
      attempts: [{ status_code: 418, url: "https://hooks.example/" }],
    })
    expect(document.webhook_events).toHaveLength(60)
    expect(document.orders).toMatchObject([
      {
        number: order.number,
        refunds: [{ amount: 500, reason: "One was broken." }],
        payments: [{ method: "upi" }],
        parts: [{ store: "Asking Haat", shipment: { awb: "PX-1" } }],
      },
    ])
    expect(document.oauth_app_versions).toMatchObject([
      {
        name: "Ledger",
        scope_reasons: { openid: "So that openid works." },
        logo: `data:image/png;base64,${Buffer.from("a logo").toString("base64")}`,
        reviews: [{ decision: "approved", message: "Well made." }],
      },
    ])
    expect(document.oauth_apps).toMatchObject([{ testers: ["friend@example.in"] }])
    expect(document.pictures).toMatchObject([
      { picture: `data:image/png;base64,${Buffer.alloc(200, 7).toString("base64")}` },
    ])
    expect(document.store_invitations).toMatchObject([{ store: "Asking Haat", role: "orders" }])
    expect(document.done_by_others?.map(({ action, data }) => [action, data]).sort()).toEqual([
      ["account.locked", { message: "Spam." }],
      ["api_key.limit_set", { after: 5 }],
      ["oauth_app.approved", { message: "Well made." }],
      ["store.approved", { message: "Welcome." }],
      ["store.role_changed", { account: person.id, role: "manager" }],
    ])
    const secrets = [
      key,
      ...["seed", "recovery", "token", "old", "new", "request", "whsec"].flatMap((name) => [
        digest(name).toString("hex"),
        digest(name).toString("base64"),
      ]),
    ]
    for (const secret of secrets) expect(text).not.toContain(secret)
    for (const secret of ["_hash", "encrypted", "fingerprint"]) expect(text).not.toContain(secret)
  })

  test("redirects a rejected browser to its page with the wait, and returns an error to other clients", async () => {
    const person = await provider.person()
    const client = new PortalClient(provider.url, "198.51.105.2")
    expect(await client.signIn(person.email, PASSWORD)).toBeNull()
    const send = (accept: string) => client.fetch("/account-export", { method: "POST", headers: { accept } })
    await provider.rows("UPDATE session SET proved_at = now() - interval '1 hour' WHERE account_id = $1", [person.id])
    const stale = await send("text/html,application/xhtml+xml,*/*;q=0.8")
    expect([stale.status, stale.headers.get("location")]).toEqual([
      303,
      "/settings/account?export=reauthentication_required",
    ])
    expect((await send("application/json")).status).toBe(403)
    await provider.rows("UPDATE session SET proved_at = now() WHERE account_id = $1", [person.id])
    for (let n = 0; n < 10; n++) await (await send("text/html")).text()
    const eleventh = await send("text/html")
    expect(eleventh.status).toBe(303)
    const { pathname, searchParams } = new URL(eleventh.headers.get("location") ?? "", provider.url)
    expect([pathname, searchParams.get("export")]).toEqual(["/settings/account", "rate_limit_exceeded"])
    expect(Number(searchParams.get("wait"))).toBeGreaterThan(0)
    expect(Number((await send("application/json")).headers.get("retry-after"))).toBeGreaterThan(0)
    const nobody = await new PortalClient(provider.url).fetch("/account-export", {
      method: "POST",
      headers: { accept: "text/html" },
    })
    expect(nobody.headers.get("location")).toBe("/settings/account?export=authentication_required")
  })
})
