import { type Queryable, query } from "@/platform/db/query"

/** Inserts rows, whose keys are the table's columns, with one statement. */
export async function insertRows<Row extends object>(
  tx: Queryable,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const [first] = rows
  if (first) await query(insertSql(table, Object.keys(first)), [JSON.stringify(rows)], tx)
}

/** Inserts rows, and updates those that differ from the row with the same id and world. */
export async function upsertRows<Row extends object>(
  tx: Queryable,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const excluded = columns.map((column) => `excluded.${column}`)
  const changes = columns.map((column, i) => `${column} = ${excluded[i]}`).join(", ")
  const existing = columns.map((column) => `${table}.${column}`).join(", ")
  await query(
    `${insertSql(table, columns)} ON CONFLICT (id, world_id) DO UPDATE SET ${changes}
     WHERE (${existing}) IS DISTINCT FROM (${excluded.join(", ")})`,
    [JSON.stringify(rows)],
    tx,
  )
}

function insertSql(table: string, columns: readonly string[]): string {
  const list = columns.join(", ")
  return `INSERT INTO ${table} (${list}) SELECT ${list} FROM json_populate_recordset(NULL::${table}, $1)`
}
