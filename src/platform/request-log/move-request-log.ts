import { errorCode } from "@/platform/db/errors"
import { query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { pool } from "@/platform/db/pool"

/** Rows per transaction. */
const BATCH_ROWS = 10_000
/** PostgreSQL's lock_not_available: a backup may be reading the table. The next run tries again. */
const LOCKED = "55P03"

const OLD_TABLE = "request_log_before"

// The partition with the newest rows first. The default partition is the last.
const PARTITIONS_SQL = `
  SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
  WHERE i.inhparent = to_regclass('${OLD_TABLE}') ORDER BY c.relname !~ '[0-9]{8}$', c.relname DESC`

// The previous version has counted these requests.
function moveSql(partition: string): string {
  return `
  WITH batch AS (
    SELECT * FROM ${partition} WHERE (created_at, id) < ($1::timestamptz, $2::uuid) ORDER BY created_at DESC, id DESC LIMIT ${BATCH_ROWS}),
  moved AS (
    INSERT INTO api_request (account_id, id, credential_id, duration_ms, status, operation, credential_tag, livemode, oauth, counted, ip, path, query, error_code, request_id,
                             user_agent, request_headers, request_body, response_headers, response_body)
    SELECT b.account_id, api_request_id(b.id, b.created_at), b.credential_id, b.duration_ms, b.status, o.id, credential_tag(b.credential_id), b.livemode, b.credential_kind = 'oauth', true,
           b.ip, b.path, b.query, b.error_code, nullif(b.request_id, b.id::text), b.user_agent, b.request_headers, b.request_body, b.response_headers, b.response_body
    FROM batch b JOIN api_operation o ON o.method = b.method AND o.operation = b.operation AND o.scope IS NOT DISTINCT FROM b.scope
    ON CONFLICT DO NOTHING)
  SELECT created_at::text AS at, id FROM batch ORDER BY created_at, id LIMIT 1`
}

function operationsSql(partition: string): string {
  return `
  INSERT INTO api_operation (method, operation, scope)
  SELECT DISTINCT method, operation, scope FROM ${partition} b
  WHERE NOT EXISTS (SELECT FROM api_operation o WHERE o.method = b.method AND o.operation = b.operation AND o.scope IS NOT DISTINCT FROM b.scope)
  ON CONFLICT DO NOTHING`
}

/**
 * Moves the rows of the table that the request log had until migration 68, newest first, and drops each of its
 * partitions once its rows are moved. Nothing else writes to that table. A run that was killed is repeated by the next.
 */
export async function moveRequestLog(): Promise<void> {
  if (!(await oldTableExists())) return
  for (const { name } of await query<{ name: string }>(PARTITIONS_SQL, [])) {
    await pool().query(operationsSql(name))
    let last = { at: "infinity", id: "ffffffff-ffff-ffff-ffff-ffffffffffff" }
    for (;;) {
      const { rows } = await pool().query<{ at: string; id: string }>(moveSql(name), [last.at, last.id])
      if (!rows[0]) break
      last = rows[0]
    }
    if (!(await dropTable(name))) return
  }
  await dropTable(OLD_TABLE)
}

async function oldTableExists(): Promise<boolean> {
  const [row] = await query<{ exists: boolean }>("SELECT to_regclass($1) IS NOT NULL AS exists", [OLD_TABLE])
  return row?.exists === true
}

async function dropTable(name: string): Promise<boolean> {
  try {
    await transaction(async (tx) => {
      await tx.query("SET LOCAL lock_timeout = '2s'")
      await tx.query(`DROP TABLE IF EXISTS ${name}`)
    })
    return true
  } catch (error) {
    if (errorCode(error) !== LOCKED) throw error
    return false
  }
}
