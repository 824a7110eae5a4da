// The sections of an account's export. Secrets are stored as hashes or encrypted, and are not exported.
// SQL: PostgreSQL creates each row's JSON and pages by (time, id) through tables of any size, partitioned ones
// branch by branch.

interface ExportSection {
  name: string
  /** Selects { at, id, item } ordered by (at, id), after ($2, $3), at most $4 rows; $1 is the account. */
  sql: string
  /** A value that sorts before every id. */
  first: string
  /** Rows per page; fewer where a row may be large, to bound an export's memory. */
  page: number
}

const PAGE_ROWS = 500
const LARGE_ROWS_PAGE = 50

const LOWEST_ID = { uuid: "00000000-0000-0000-0000-000000000000", text: "" } as const

interface SectionOptions {
  at?: string
  id?: string
  idType?: keyof typeof LOWEST_ID
  where?: string
  page?: number
}

/**
 * @param from the table, as in a FROM clause
 * @param item the exported columns, as arguments of json_build_object
 */
function tableSection(
  name: string,
  from: string,
  item: string,
  { at = "created_at", id = "id", idType = "uuid", where = "account_id = $1", page = PAGE_ROWS }: SectionOptions = {},
): ExportSection {
  return {
    name,
    sql: `SELECT ${at}::text AS at, ${id}::text AS id, json_build_object(${item}) AS item FROM ${from}
        WHERE ${where} AND ${at} >= $2::timestamptz AND (${at}, ${id}) > ($2::timestamptz, $3::${idType}) ORDER BY ${at}, ${id} LIMIT $4`,
    first: LOWEST_ID[idType],
    page,
  }
}

/**
 * Rows of a table partitioned by day, whose index begins with another column beside the account: takes the first rows
 * of each branch by the index, then the first of all. Only the condition on the time excludes the partitions that were
 * already read.
 */
function partitionedSection(
  name: string,
  branches: string,
  table: string,
  where: string,
  item: string,
  page: number,
): ExportSection {
  return {
    name,
    sql: `SELECT r.created_at::text AS at, r.id::text AS id, json_build_object(${item}) AS item
        FROM (${branches}) b (branch) CROSS JOIN LATERAL (
          SELECT * FROM ${table} WHERE ${where} AND created_at >= $2::timestamptz AND (created_at, id) > ($2::timestamptz, $3::uuid) ORDER BY created_at, id LIMIT $4) r
        ORDER BY r.created_at, r.id LIMIT $4`,
    first: LOWEST_ID.uuid,
    page,
  }
}

const MODES_SQL = "VALUES (true), (false)"

function columns(...names: string[]): string {
  return names.map((name) => `'${name}', ${name}`).join(", ")
}
function columnsOf(alias: string, ...names: string[]): string {
  return names.map((name) => `'${name}', ${alias}.${name}`).join(", ")
}
function publicIdOf(prefix: string, column: string): string {
  return `'${prefix}_' || ${column}`
}

/** A picture as a data URL (RFC 2397), which a browser displays. */
function dataUrl(type: string, bytes: string): string {
  return `'data:' || ${type} || ';base64,' || translate(encode(${bytes}, 'base64'), E'\\n', '')`
}

const CREDENTIAL_COLUMNS =
  "'credential_id', CASE r.credential_kind WHEN 'api_key' THEN 'key_' || r.credential_id ELSE r.credential_id::text END"

const ORDER_COLUMNS = `
  ${columnsOf("o", "number", "livemode", "status", "payment_status", "subtotal", "shipping_total", "discount_total", "tax_total", "total", "refunded_total", "placed_at", "updated_at")},
  'items', (SELECT json_agg(json_build_object(${columnsOf("i", "name", "sku", "options", "quantity", "unit_price", "total")}) ORDER BY i.id) FROM order_item i WHERE i.order_id = o.id),
  'delivery_address', (SELECT json_build_object(${columnsOf("d", "name", "phone", "line1", "line2", "landmark", "city", "district", "state", "pincode", "country")})
    FROM delivery_address d WHERE d.order_id = o.id),
  'parts', (SELECT json_agg(json_build_object(${columnsOf("so", "number", "status", "payment_status", "total", "refunded_total", "shipped_at", "delivered_at", "cancelled_at")}, 'store', s.name,
      'shipment', (SELECT json_build_object(${columnsOf("h", "courier_name", "awb", "tracking_url", "shipped_at", "delivered_at")}) FROM shipment h WHERE h.seller_order_id = so.id)) ORDER BY so.position)
    FROM seller_order so JOIN store s ON s.id = so.store_id WHERE so.order_id = o.id),
  'payments', (SELECT json_agg(json_build_object(${columnsOf("m", "method", "status", "amount", "reference", "created_at", "paid_at")}) ORDER BY m.created_at, m.id) FROM payment m WHERE m.order_id = o.id),
  'refunds', (SELECT json_agg(json_build_object(${columnsOf("r", "amount", "reason", "created_at")}) ORDER BY r.created_at, r.id) FROM refund r WHERE r.order_id = o.id),
  'history', (SELECT json_agg(json_build_object(${columnsOf("e", "action", "data", "created_at")}) ORDER BY e.created_at, e.id) FROM audit_entry e
    WHERE e.subject IN (SELECT o.id::text UNION ALL SELECT so.id::text FROM seller_order so WHERE so.order_id = o.id))`

const ATTEMPTS_SQL = `
  (SELECT json_agg(json_build_object(${columnsOf("t", "number", "trigger", "url", "request_headers", "status_code", "error", "response_headers", "response_body", "duration_ms", "created_at")}) ORDER BY t.number, t.created_at)
   FROM webhook_attempt t WHERE t.delivery_id = r.id AND t.created_at >= r.created_at - interval '1 hour')`

const KEY_SECRETS_SQL =
  "(SELECT json_agg(json_build_object('last_four', s.last_four, 'created_at', s.created_at, 'expires_at', s.expires_at) ORDER BY s.created_at) FROM api_key_secret s WHERE s.key_id = api_key.id)"
const APP_SECRETS_SQL =
  "(SELECT json_agg(json_build_object('last_four', s.last_four, 'created_at', s.created_at, 'expires_at', s.expires_at) ORDER BY s.created_at) FROM oauth_app_secret s WHERE s.app_id = oauth_app.id)"

const ACCOUNT_EMAIL_SQL = "(SELECT email FROM account WHERE id = $1)"

/** Actions of others on the account and what it owns: of staff, and of the owner of its store. */
const ACTIONS_OF_OTHERS_SQL = `actor_id IS DISTINCT FROM $1 AND (subject IN (
    SELECT $1::uuid::text UNION ALL SELECT id::text FROM api_key WHERE account_id = $1 UNION ALL SELECT id::text FROM oauth_app WHERE account_id = $1
    UNION ALL SELECT id::text FROM webhook_endpoint WHERE account_id = $1)
  OR subject IN (SELECT store_id::text FROM store_member WHERE account_id = $1 UNION SELECT subject FROM audit_entry WHERE actor_id = $1 AND action IN ('store.opened', 'store.joined'))
     AND (data ->> 'account' = $1::uuid::text OR action IN ('store.approved', 'store.declined', 'store.suspended', 'store.reinstated')
          AND EXISTS (SELECT FROM store_member m WHERE m.account_id = $1 AND m.role = 'owner' AND m.store_id::text = subject)))`

export const EXPORT_SECTIONS: readonly ExportSection[] = [
  tableSection("pictures", "avatar", `'picture', ${dataUrl("'image/png'", "picture")}, 'created_at', created_at`, {
    page: 1,
  }),
  tableSection(
    "addresses",
    "address",
    columns(
      "name",
      "phone",
      "line1",
      "line2",
      "landmark",
      "city",
      "district",
      "state",
      "pincode",
      "country",
      "is_default",
      "created_at",
    ),
  ),
  tableSection(
    "sessions",
    "session",
    columns("created_at", "last_seen_at", "proved_at", "expires_at", "revoked_at", "ip", "user_agent"),
  ),
  tableSection("passkeys", "passkey", columns("name", "created_at", "last_used_at", "backed_up", "transports")),
  tableSection(
    "sign_in_providers",
    "external_identity",
    columns("provider", "subject", "email", "created_at", "last_used_at"),
    { id: "provider", idType: "text" },
  ),
  tableSection("recovery_codes", "recovery_code", columns("created_at", "used_at"), {
    id: "encode(hash, 'hex')",
    idType: "text",
  }),
  tableSection(
    "email_changes",
    "email_change",
    columns("old_email", "new_email", "old_confirmed_at", "new_confirmed_at", "ended_at", "created_at", "expires_at"),
  ),
  tableSection("mail_links", "email_token", columns("purpose", "email", "created_at", "expires_at", "used_at"), {
    id: "encode(hash, 'hex')",
    idType: "text",
  }),
  tableSection(
    "api_keys",
    "api_key",
    `'id', ${publicIdOf("key", "id")}, ${columns("name", "mode", "scopes", "allowed_ips", "rate_limit", "created_at", "last_used_at", "expires_at", "revoked_at")}, 'secrets', ${KEY_SECRETS_SQL}`,
  ),
  tableSection(
    "oauth_apps",
    "oauth_app",
    `${columns("client_id", "type", "created_at", "suspended_at", "deleted_at", "redirect_uris", "post_logout_redirect_uris")},
     'test_client_of', (SELECT p.client_id FROM oauth_app p WHERE p.id = oauth_app.live_app_id), 'secrets', ${APP_SECRETS_SQL},
     'testers', (SELECT json_agg(t.email ORDER BY t.email) FROM oauth_app_tester t WHERE t.app_id = oauth_app.id)`,
  ),
  tableSection(
    "oauth_app_versions",
    "oauth_app a JOIN oauth_app_version v ON v.app_id = a.id",
    `'client_id', a.client_id, ${columnsOf("v", "number", "status", "name", "description", "homepage_url", "privacy_url", "terms_url", "redirect_uris", "post_logout_redirect_uris", "required_scopes", "optional_scopes", "scope_reasons")},
     ${columnsOf("v", "pkce_required", "loopback_any_port", "created_at", "submitted_at", "decided_at")}, 'logo', ${dataUrl("v.logo_type", "v.logo")},
     'reviews', (SELECT json_agg(json_build_object(${columnsOf("w", "decision", "message", "created_at")}) ORDER BY w.created_at, w.id) FROM oauth_app_review w WHERE w.version_id = v.id)`,
    { at: "v.created_at", id: "v.id", where: "a.account_id = $1", page: LARGE_ROWS_PAGE / 5 },
  ),
  tableSection(
    "reviews_written",
    "oauth_app_review w JOIN oauth_app_version v ON v.id = w.version_id JOIN oauth_app a ON a.id = v.app_id",
    `'client_id', a.client_id, 'version', v.number, ${columnsOf("w", "decision", "message", "created_at")}`,
    { at: "w.created_at", id: "w.id", where: "w.reviewer_id = $1" },
  ),
  tableSection(
    "connected_apps",
    "oauth_grant",
    `'id', id, 'client_id', (SELECT p.client_id FROM oauth_app p WHERE p.id = oauth_grant.app_id), ${columns("scopes", "shown_scopes", "persona", "created_at", "last_used_at", "revoked_at")}`,
  ),
  tableSection(
    "refused_app_requests",
    "oauth_log_entry e JOIN oauth_app p ON p.id = e.app_id",
    `'client_id', p.client_id, ${columnsOf("e", "endpoint", "error", "reason", "occurrences", "request_id", "created_at")}`,
    {
      ...{ at: "e.created_at", id: "e.id", where: "e.account_id = $1" },
    },
  ),
  tableSection("tester_of", "oauth_app_tester t JOIN oauth_app a ON a.id = t.app_id", "'client_id', a.client_id", {
    at: "a.created_at",
    id: "a.id",
    where: `t.email = ${ACCOUNT_EMAIL_SQL}`,
  }),
  tableSection(
    "store_invitations",
    "store_invitation i JOIN store s ON s.id = i.store_id",
    `'store', s.name, ${columnsOf("i", "role", "created_at", "expires_at")}`,
    {
      ...{ at: "i.created_at", id: "i.store_id::text", idType: "text", where: `i.email = ${ACCOUNT_EMAIL_SQL}` },
    },
  ),
  tableSection(
    "webhook_endpoints",
    "webhook_endpoint",
    `'id', ${publicIdOf("we", "id")}, ${columns("url", "description", "events", "livemode", "status", "disabled_reason", "created_at", "updated_at", "deleted_at")}`,
  ),
  partitionedSection(
    "webhook_events",
    MODES_SQL,
    "webhook_event",
    "account_id = $1 AND livemode = b.branch",
    `'id', ${publicIdOf("evt", "r.id")}, ${columnsOf("r", "type", "livemode", "data", "created_at")}`,
    LARGE_ROWS_PAGE,
  ),
  partitionedSection(
    "webhook_deliveries",
    "SELECT id FROM webhook_endpoint WHERE account_id = $1",
    "webhook_delivery",
    "endpoint_id = b.branch",
    `'id', ${publicIdOf("del", "r.id")}, 'endpoint_id', ${publicIdOf("we", "r.endpoint_id")}, 'event_id', ${publicIdOf("evt", "r.event_id")},
     ${columnsOf("r", "event_type", "status", "next_attempt_at", "created_at")}, 'attempts', ${ATTEMPTS_SQL}`,
    LARGE_ROWS_PAGE,
  ),
  tableSection("orders", "customer_order o", ORDER_COLUMNS, {
    at: "o.placed_at",
    id: "o.id",
    where: "o.account_id = $1 AND o.livemode",
    page: LARGE_ROWS_PAGE,
  }),
  tableSection("security_log", "audit_entry", columns("action", "subject", "data", "ip", "created_at"), {
    where: "actor_id = $1",
  }),
  tableSection("done_by_others", "audit_entry", columns("action", "subject", "data", "created_at"), {
    where: `(${ACTIONS_OF_OTHERS_SQL})`,
  }),
  {
    name: "requests",
    // A request's id contains its time, so that the pages are those of the primary key.
    sql: `SELECT r.created_at::text AS at, r.id::text AS id, json_build_object(
            ${columnsOf("r", "request_id", "livemode", "credential_kind")}, ${CREDENTIAL_COLUMNS}, ${columnsOf("r", "method", "path", "query", "operation", "scope", "status", "error_code", "duration_ms", "ip", "user_agent", "created_at")},
            ${columnsOf("r", "request_headers", "request_body", "response_headers", "response_body")}) AS item
          FROM (${MODES_SQL}) b (branch) CROSS JOIN LATERAL (
            SELECT * FROM request_log WHERE account_id = $1 AND livemode = b.branch AND $2::timestamptz IS NOT NULL AND id > $3::uuid ORDER BY id LIMIT $4) r
          ORDER BY r.id LIMIT $4`,
    first: LOWEST_ID.uuid,
    page: LARGE_ROWS_PAGE * 2,
  },
  tableSection(
    "usage",
    "api_usage r",
    `${columnsOf("r", "hour", "credential_kind")}, ${CREDENTIAL_COLUMNS}, ${columnsOf("r", "operation", "status", "error_code", "requests")}`,
    {
      ...{
        at: "r.hour",
        id: "concat_ws(' ', r.credential_id, r.operation, r.status, r.error_code)",
        idType: "text",
        where: "r.account_id = $1",
      },
    },
  ),
  tableSection("idempotency_keys", "idempotency_key", columns("key", "created_at"), { id: "key", idType: "text" }),
]

/** What the export leaves out, as the document itself states it. */
export const EXCLUDED_DATA = [
  "Passwords, keys, tokens, codes and signing secrets.",
  "A store's products, orders and events, which belong to the store and contain data of its customers.",
  "Which staff members made decisions.",
  "Data that is kept for minutes, such as an unfinished sign-in.",
  "Emails that were sent.",
] as const
