import { publicId } from "@/domain/public-id"
import { query } from "@/platform/db"

// Everything that Haat holds on an account, as one JSON document that is written while it is read. Secrets are hashes, which are
// nobody's data, and are not in it.

const PAGE = 500

interface Section {
  name: string
  /** Rows of { at, id, item } in the order of (at, id), after ($2, $3), at most $4 of them; $1 is the account. */
  sql: string
}

const FIRST = ["-infinity", "00000000-0000-0000-0000-000000000000"] as const

/** @param item the columns that are told, as the arguments of json_build_object */
const rows = (name: string, table: string, item: string, { at = "created_at", id = "id", account = "account_id", where = "true" } = {}): Section => ({
  name,
  sql: `SELECT ${at}::text AS at, ${id}::text AS id, json_build_object(${item}) AS item FROM ${table}
        WHERE ${account} = $1 AND ${where} AND (${at}, ${id}) > ($2::timestamptz, $3::uuid) ORDER BY ${at}, ${id} LIMIT $4`,
})

const columns = (...names: string[]): string => names.map((name) => `'${name}', ${name}`).join(", ")

const SECTIONS: readonly Section[] = [
  rows("addresses", "address", columns("name", "phone", "line1", "line2", "landmark", "city", "district", "state", "pincode", "country", "is_default", "created_at")),
  rows("sessions", "session", columns("created_at", "last_seen_at", "expires_at", "revoked_at", "ip", "user_agent")),
  rows("passkeys", "passkey", columns("name", "created_at", "last_used_at", "backed_up")),
  rows("api_keys", "api_key", columns("name", "mode", "scopes", "allowed_ips", "rate_limit", "created_at", "last_used_at", "expires_at", "revoked_at")),
  rows(
    "oauth_apps",
    "oauth_app",
    `${columns("client_id", "type", "created_at", "suspended_at", "deleted_at")}, 'versions', (SELECT json_agg(json_build_object(${columns(
      "number",
      "status",
      "name",
      "description",
      "homepage_url",
      "privacy_url",
      "terms_url",
      "redirect_uris",
      "required_scopes",
      "optional_scopes",
    )}) ORDER BY number) FROM oauth_app_version v WHERE v.app_id = oauth_app.id)`,
  ),
  rows("connected_apps", "oauth_grant", `'client_id', (SELECT p.client_id FROM oauth_app p WHERE p.id = oauth_grant.app_id), ${columns("scopes", "created_at", "last_used_at", "revoked_at")}`),
  rows("webhook_endpoints", "webhook_endpoint", columns("url", "description", "events", "status", "created_at", "deleted_at")),
  rows(
    "orders",
    "customer_order o",
    `${columns("number", "status", "payment_status", "subtotal", "shipping_total", "discount_total", "tax_total", "total", "placed_at")},
     'items', (SELECT json_agg(json_build_object('name', i.name, 'sku', i.sku, 'quantity', i.quantity, 'unit_price', i.unit_price, 'total', i.total) ORDER BY i.id) FROM order_item i WHERE i.order_id = o.id),
     'delivery_address', (SELECT json_build_object('name', d.name, 'phone', d.phone, 'line1', d.line1, 'line2', d.line2, 'landmark', d.landmark, 'city', d.city,
       'district', d.district, 'state', d.state, 'pincode', d.pincode, 'country', d.country) FROM delivery_address d WHERE d.order_id = o.id)`,
    { at: "placed_at" },
  ),
  rows("security_log", "audit_entry", columns("action", "subject", "data", "ip", "created_at"), { account: "actor_id" }),
  rows("requests", "request_log", columns("request_id", "method", "path", "status", "error_code", "duration_ms", "ip", "user_agent", "created_at")),
]

interface AccountRow {
  id: string
  [column: string]: unknown
}

const ACCOUNT = `
  SELECT a.id, a.name, a.email, a.email_verified_at, a.phone, a.phone_verified_at, a.locale, a.avatar_path, a.roles, a.created_at, a.updated_at, a.password_changed_at,
         (SELECT json_build_object('store', s.name, 'role', m.role, 'since', m.created_at) FROM store_member m JOIN store s ON s.id = m.store_id WHERE m.account_id = a.id) AS store,
         (SELECT t.confirmed_at FROM totp t WHERE t.account_id = a.id) AS authenticator_app_since
  FROM account a WHERE a.id = $1`

/** The document in pieces. Each page is a query of its own, so that a slow reader holds no connection. */
export async function* exportAccount(accountId: string): AsyncGenerator<string, void> {
  const [account] = await query<AccountRow>(ACCOUNT, [accountId])
  if (!account) return
  const { id, ...known } = account
  yield `{\n"exported_at": ${JSON.stringify(new Date())},\n"account": ${JSON.stringify({ id: publicId("account", id), ...known })}`
  for (const { name, sql } of SECTIONS) {
    yield `,\n${JSON.stringify(name)}: [`
    let [at, after]: readonly [string, string] = FIRST
    let comma = ""
    for (;;) {
      const page = await query<{ at: string; id: string; item: unknown }>(sql, [accountId, at, after, PAGE])
      for (const row of page) {
        yield `${comma}\n${JSON.stringify(row.item)}`
        comma = ","
      }
      const last = page.at(-1)
      if (!last || page.length < PAGE) break
      ;[at, after] = [last.at, last.id]
    }
    yield "]"
  }
  yield "\n}\n"
}
