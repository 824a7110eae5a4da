import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { generate } from "otplib"
import { Client, type Pool } from "pg"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { verifyPassword } from "@/auth/password"
import { consumeTotpCode } from "@/auth/totp"
import { credentialKind } from "@/domain/credential"
import { createPool } from "@/platform/db/pool"
import { prisma } from "@/platform/db/prisma"
import { processSingleton } from "@/platform/process-singleton"
import { hashCredential } from "@/platform/secrets"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { activeTimeMs } from "@/testing/fixtures/machine-stalls"
import { mintPassword } from "./credentials"
import { loadDemo } from "./load"

interface DemoFile {
  url: string
  accounts: Record<
    string,
    { email: string; password: string; totp_secret?: string; live_key: string; test_key: string }
  >
}

const NOW = new Date("2026-11-21T12:00:00Z")
let database: TestDatabase
let client: Client
let pool: Pool
let dataDir: string
let loaded: { products: number; orders: number }
let took: { seconds: number; statements: number }

beforeAll(async () => {
  database = await emptyTestDatabase()
  dataDir = mkdtempSync(join(tmpdir(), "haat-demo-"))
  const [beganAt, asked] = [activeTimeMs(), vi.spyOn(Client.prototype, "query")]
  loaded = await loadDemo({ databaseUrl: database.url, appUrl: "http://haat.test:3000", dataDir, now: NOW })
  took = { seconds: (activeTimeMs() - beganAt) / 1000, statements: asked.mock.calls.length }
  asked.mockRestore()
  client = new Client({ connectionString: database.url })
  await client.connect()
  pool = processSingleton("pool", () => createPool(database.url))
})

afterAll(async () => {
  await client.end()
  await pool.end()
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function count(sql: string, ...values: unknown[]): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${sql}`, values)
  return Number(rows[0]?.count)
}

function demoFile(): DemoFile {
  return JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as DemoFile
}

describe("loadDemo", () => {
  it("seeds a database within a minute, with few statements", async () => {
    expect(await count("product")).toBe(loaded.products)
    expect(await count("customer_order")).toBe(loaded.orders)
    // Row-by-row triggers would need a statement per product.
    expect(took.statements).toBeGreaterThan(10)
    expect(took.statements).toBeLessThan(loaded.products / 10)
    expect(took.seconds).toBeLessThan(60)
  })

  it("places and updates today's orders as the product does, so that there are events and emails", async () => {
    const { rows } = await client.query<{ type: string; count: number }>(
      "SELECT type, count(*)::int AS count FROM webhook_event GROUP BY type ORDER BY type",
    )
    expect(rows.map(({ type }) => type)).toEqual([
      "limit.approaching",
      "order.cancelled",
      "order.created",
      "order.delivered",
      "order.refunded",
      "order.shipped",
      "seller.order.created",
      "seller.order.updated",
      "seller.stock.low",
    ])
    expect(rows.every(({ type, count }) => count > (type === "seller.stock.low" ? 0 : 1))).toBe(true)
    expect(
      await count(
        "graphile_worker._private_jobs WHERE payload->>'template' IN ('order_placed', 'order_shipped', 'order_cancelled', 'order_refunded')",
      ),
    ).toBeGreaterThan(20)
    expect(await count("customer_order WHERE NOT livemode")).toBe(0)
  })

  it("gives the seller and the developer an endpoint, whose receiver failed twice and recovered", async () => {
    const { rows } = await client.query<{ email: string; recovered: number; rest: number }>(
      `SELECT a.email, count(*) FILTER (WHERE d.attempts > 1)::int AS recovered, count(*) FILTER (WHERE d.status <> 'delivered')::int AS rest
       FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id JOIN account a ON a.id = e.account_id GROUP BY 1 ORDER BY 1`,
    )
    expect(rows.map(({ email, rest }) => [email, rest])).toEqual([
      ["developer@example.in", 0],
      ["seller@example.in", 0],
    ])
    expect(rows.every(({ recovered }) => recovered >= 4)).toBe(true)
  })

  it("connects demo accounts to apps, whose requests are in their log and usage", async () => {
    const { rows } = await client.query<{ email: string; apps: number; removed: number; logged: boolean }>(
      `SELECT a.email, count(*) FILTER (WHERE g.revoked_at IS NULL)::int AS apps, count(g.revoked_at)::int AS removed,
         bool_or(EXISTS (SELECT FROM request_log r WHERE r.account_id = a.id AND r.credential_id = g.id AND r.credential_kind = 'oauth')) AS logged
       FROM oauth_grant g JOIN account a ON a.id = g.account_id WHERE a.password_hash IS NOT NULL GROUP BY 1 ORDER BY 1`,
    )
    expect(rows).toEqual([
      { email: "customer@example.in", apps: 2, removed: 1, logged: true },
      { email: "developer@example.in", apps: 1, removed: 0, logged: true },
      { email: "seller@example.in", apps: 2, removed: 0, logged: true },
      { email: "staff@example.in", apps: 1, removed: 0, logged: false },
    ])
    expect(
      await count(
        "oauth_grant g LEFT JOIN LATERAL (SELECT max(created_at) AS at FROM request_log r WHERE r.credential_id = g.id) r ON true WHERE g.last_used_at IS DISTINCT FROM r.at",
      ),
    ).toBe(0)
    expect(
      await count(
        "(SELECT sum(requests) AS counted FROM api_usage WHERE credential_kind = 'oauth') u, (SELECT count(*) AS logged FROM request_log WHERE credential_kind = 'oauth') l WHERE u.counted = l.logged",
      ),
    ).toBe(1)
  })

  it("gives consents the scopes that the app may request, their tokens, and removed ones nothing that works", async () => {
    const version = "oauth_grant g JOIN oauth_app_version v ON v.app_id = g.app_id AND v.status = 'approved'"
    expect(
      await count(
        `${version} WHERE NOT (v.required_scopes <@ g.scopes AND g.scopes <@ g.shown_scopes AND g.shown_scopes <@ (v.required_scopes || v.optional_scopes) AND v.decided_at < g.created_at)`,
      ),
    ).toBe(0)
    expect(
      await count(
        "oauth_grant g WHERE 'seller.orders.read' = ANY (g.shown_scopes) AND NOT EXISTS (SELECT FROM store_member m WHERE m.account_id = g.account_id)",
      ),
    ).toBe(0)
    expect(await count("oauth_grant g WHERE revoked_at IS NULL")).toBeGreaterThan(30)
    expect(
      await count(
        "oauth_grant g WHERE last_used_at > $1::timestamptz - interval '1 day' AND NOT EXISTS (SELECT FROM oauth_refresh_token t WHERE t.grant_id = g.id AND t.expires_at > $1 AND t.rotated_at IS NULL)",
        NOW,
      ),
    ).toBe(0)
    for (const table of ["oauth_access_token", "oauth_refresh_token"])
      expect(
        await count(
          `${table} t JOIN oauth_grant g ON g.id = t.grant_id WHERE t.revoked_at IS DISTINCT FROM g.revoked_at`,
        ),
        table,
      ).toBe(0)
    expect(await count("oauth_grant WHERE revoked_at IS NOT NULL")).toBe(
      await count("audit_entry WHERE action = 'oauth_grant.removed'"),
    )
    expect(await count("oauth_log_entry WHERE reason = 'consent_removed'")).toBeGreaterThan(0)
  })

  it("stores refund and discount totals that match the refunds and seller orders", async () => {
    const unlike = (table: string, column: string): string =>
      `${table} o LEFT JOIN (SELECT ${column} AS id, sum(amount) AS amount FROM refund GROUP BY ${column}) r USING (id) WHERE o.refunded_total <> coalesce(r.amount, 0)`
    expect(await count(unlike("customer_order", "order_id"))).toBe(0)
    expect(await count(unlike("seller_order", "seller_order_id"))).toBe(0)
    expect(
      await count(
        "customer_order o JOIN (SELECT order_id AS id, sum(discount_share) AS shares FROM seller_order GROUP BY order_id) p USING (id) WHERE p.shares <> o.discount_total",
      ),
    ).toBe(0)
  })

  it("marks exactly the seller orders that are to be paid in cash on delivery", async () => {
    expect(await count("seller_order WHERE cash_on_delivery")).toBeGreaterThan(0)
    expect(
      await count("seller_order p JOIN payment m USING (order_id) WHERE p.cash_on_delivery <> (m.method = 'cod')"),
    ).toBe(0)
  })

  it("lists exactly the active products of approved stores", async () => {
    expect(await count("listing")).toBeGreaterThanOrEqual(5000)
    expect(
      await count(
        "listing l JOIN product p ON p.id = l.product_id JOIN store s ON s.id = p.store_id WHERE p.status <> 'active' OR s.status <> 'approved'",
      ),
    ).toBe(0)
    expect(
      await count(
        "product p JOIN store s ON s.id = p.store_id WHERE p.status = 'active' AND s.status = 'approved' AND NOT EXISTS (SELECT FROM listing l WHERE l.product_id = p.id)",
      ),
    ).toBe(0)
    expect(await count("category WHERE depth = 2 AND cardinality(path) = 3")).toBeGreaterThanOrEqual(150)
  })

  it("advances the sequences past the rows that it wrote", async () => {
    for (const table of [
      "store",
      "category",
      "brand",
      "product",
      "product_image",
      "product_variant",
      "product_option",
      "product_option_value",
      "order_item",
    ]) {
      const { rows } = await client.query<{ free: boolean }>(
        `SELECT nextval(pg_get_serial_sequence('${table}', 'id')) > max(id) AS free FROM ${table}`,
      )
      expect(rows[0]?.free, table).toBe(true)
    }
    const { rows } = await client.query<{ next: string }>("SELECT nextval('customer_order_number') AS next")
    expect(Number(rows[0]?.next)).toBe(loaded.orders + 1)
  })

  it("stores totals that match the rows they sum up", async () => {
    const ofParts =
      "(SELECT order_id, sum(subtotal) AS subtotal, sum(shipping_total) AS shipping, sum(tax_total) AS tax FROM seller_order GROUP BY order_id)"
    expect(
      await count(
        `customer_order o JOIN ${ofParts} p ON p.order_id = o.id WHERE (o.subtotal, o.shipping_total, o.tax_total) IS DISTINCT FROM (p.subtotal, p.shipping, p.tax)`,
      ),
    ).toBe(0)
    expect(
      await count(
        "seller_order p WHERE p.subtotal <> (SELECT sum(total) FROM order_item i WHERE i.seller_order_id = p.id)",
      ),
    ).toBe(0)
    expect(
      await count(
        "customer_order o WHERE o.item_count <> (SELECT sum(quantity) FROM order_item i WHERE i.order_id = o.id)",
      ),
    ).toBe(0)
    expect(
      await count(
        "(SELECT sum(requests) AS counted FROM api_usage) u, (SELECT count(*) AS logged FROM request_log) l WHERE u.counted = l.logged",
      ),
    ).toBe(1)
    expect(await count("api_request_default")).toBe(0)
  })

  it("writes demo.json with access for its owner only", () => {
    expect(statSync(join(dataDir, "demo.json")).mode & 0o777).toBe(0o600)
    const { url, accounts } = demoFile()
    expect(url).toBe("http://haat.test:3000")
    expect(Object.keys(accounts)).toEqual(["customer", "seller", "seller_staff", "developer", "staff"])
  })

  it("gives each demo account a working password and two working keys", async () => {
    for (const [role, { email, password, totp_secret, live_key, test_key }] of Object.entries(demoFile().accounts)) {
      const { rows } = await client.query<{ id: string; password_hash: string; roles: string[] }>(
        "SELECT id, password_hash, roles FROM account WHERE email = $1 AND email_verified_at IS NOT NULL",
        [email],
      )
      expect(await verifyPassword(rows[0]?.password_hash ?? null, password), role).toBe(true)
      expect(rows[0]?.roles).toEqual(role === "staff" ? ["staff"] : [])
      const code = totp_secret === undefined ? null : await generate({ secret: totp_secret })
      expect(code !== null && (await consumeTotpCode(prisma(), rows[0]?.id ?? "", code)), role).toBe(role === "staff")
      for (const [key, mode] of [
        [live_key, "live"],
        [test_key, "test"],
      ] as const) {
        expect(credentialKind(key)).toBe(`${mode}_key`)
        const { rows: found } = await client.query<{
          account_id: string
          mode: string
          last_four: string
          scopes: string[]
        }>(
          "SELECT account_id, mode, last_four, scopes FROM api_key_secret s JOIN api_key k ON k.id = s.key_id WHERE hash = $1 AND s.expires_at IS NULL",
          [hashCredential(key)],
        )
        expect(found).toEqual([
          {
            account_id: rows[0]?.id,
            mode,
            last_four: key.slice(-4),
            scopes: expect.arrayContaining(["catalog.read"]) as string[],
          },
        ])
        expect(found[0]?.scopes.includes("seller.orders.write")).toBe(role.startsWith("seller"))
      }
    }
    expect(await count("account WHERE password_hash IS NOT NULL")).toBe(5)
    expect(
      await count(
        "store_member m JOIN account a ON a.id = m.account_id WHERE a.email = 'seller@example.in' AND m.role = 'owner' AND m.store_id = 1",
      ),
    ).toBe(1)
  })

  it("writes nothing to a seeded database, and keeps the old demo.json", async () => {
    const before = readFileSync(join(dataDir, "demo.json"), "utf8")
    await expect(
      loadDemo({ databaseUrl: database.url, appUrl: "http://haat.test:3000", dataDir, now: NOW }),
    ).rejects.toThrow(/duplicate key/)
    expect(readFileSync(join(dataDir, "demo.json"), "utf8")).toBe(before)
    expect(await count("customer_order")).toBe(loaded.orders)
  })
})

describe("mintPassword", () => {
  it("returns a different password each time, in four groups of unambiguous characters", () => {
    const passwords = Array.from({ length: 200 }, mintPassword)
    expect(new Set(passwords).size).toBe(200)
    for (const password of passwords) expect(password).toMatch(/^([a-hjkmnp-z2-9]{4}-){3}[a-hjkmnp-z2-9]{4}$/)
  })
})
