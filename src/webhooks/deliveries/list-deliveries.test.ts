import { setTimeout as sleep } from "node:timers/promises"
import type pg from "pg"
import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Caller } from "@/domain/caller"
import { publicId } from "@/domain/public-id"
import { createPool } from "@/platform/db/pool"
import { processSingleton } from "@/platform/process-singleton"
import { TestMarketplace } from "@/testing/fixtures/marketplace"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { listDeliveries } from "@/webhooks/deliveries/list-deliveries"
import type { DeliveryFilter } from "@/webhooks/deliveries/schema"

// What PostgreSQL reads for a page. It is counted, because reading all of 10,000 rows takes less than the time that a
// page may take.

const ROWS = 10_000
const PAGE = 100
/** Endpoints of other accounts with as many deliveries, so that an index is the way to those of one. */
const OTHERS = 4
/** Entries that are read ahead in the indexes of the days, and in that of the primary key. */
const SPARE = 500

let database: TestDatabase
let marketplace: TestMarketplace
let pool: pg.Pool
let caller: Caller
const endpoint = uuidv7()

beforeAll(async () => {
  database = await emptyTestDatabase()
  marketplace = new TestMarketplace(database.url)
  // One connection, whose statistics are complete as soon as it has written them.
  pool = processSingleton("pool", () => createPool(database.url, { max: 1 }))
  const accountId = await marketplace.account()
  caller = { kind: "session", livemode: true, accountId } as Caller
  const endpoints = [endpoint, ...Array.from({ length: OTHERS }, () => uuidv7())]
  for (const id of endpoints)
    await marketplace.rows(
      "INSERT INTO webhook_endpoint (id, account_id, url, events, livemode, secret_encrypted) VALUES ($1, $2, 'https://ledger.example/hook', '{order.created}', true, '')",
      [id, id === endpoint ? accountId : await marketplace.account()],
    )
  await marketplace.rows(
    `INSERT INTO webhook_delivery (id, event_id, event_created_at, event_type, endpoint_id, status, attempts, created_at, last_attempt_at)
     SELECT gen_random_uuid(), gen_random_uuid(), at, CASE WHEN n % 1000 = 0 THEN 'order.refunded' ELSE 'order.created' END, endpoint, 'delivered', 1, at, at
     FROM (SELECT n, date_trunc('milliseconds', now() - n * interval '12 s') AS at FROM generate_series(1, $1::int) n) made CROSS JOIN unnest($2::uuid[]) endpoint`,
    [ROWS, endpoints],
  )
  // So that what an index holds is not looked up in the rows.
  for (let tries = 0; tries < 100 && (await hiddenPages()) > 0; tries++) await sleep(200)
})
afterAll(async () => {
  await pool.end()
  await marketplace.close()
  await database.drop()
})

/** Pages of the table whose rows some transaction may not see yet. */
async function hiddenPages(): Promise<number> {
  await marketplace.rows("VACUUM (ANALYZE) webhook_delivery")
  const [row] = await marketplace.rows<{ pages: number }>(
    "SELECT (sum(relpages) - sum(relallvisible))::int AS pages FROM pg_class WHERE relkind = 'r' AND relname LIKE 'webhook_delivery%'",
  )
  return row?.pages ?? -1
}

/** Rows and index entries of deliveries that have been read so far. */
async function readSoFar(): Promise<{ rows: number; entries: number }> {
  await pool.query("SELECT pg_stat_force_next_flush()")
  const [read] = await marketplace.rows<{ rows: number; entries: number }>(
    `SELECT (SELECT sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) FROM pg_stat_user_tables WHERE relname LIKE 'webhook_delivery%')::int AS rows,
            (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname LIKE 'webhook_delivery%')::int AS entries`,
  )
  return read ?? { rows: 0, entries: 0 }
}

test.each<[what: string, page: number, filter: DeliveryFilter, listed: number, walked: number]>([
  ["the newest page of all endpoints", 1, {}, PAGE, PAGE],
  ["the newest page of an endpoint", 1, { endpoint: publicId("webhook_endpoint", endpoint) }, PAGE, PAGE],
  ["the last page", ROWS / PAGE, {}, PAGE, ROWS],
  ["a page of a rare type", 1, { type: "order.refunded" }, 10, ROWS],
])("%s reads its own rows alone, and the index up to its end", async (_, page, filter, listed, walked) => {
  const before = await readSoFar()
  const { rows, total } = await listDeliveries(caller, { ...filter, page, per_page: PAGE })
  const after = await readSoFar()
  expect([rows.length, total]).toEqual([listed, filter.type ? listed : ROWS])
  expect(after.rows - before.rows).toBeGreaterThanOrEqual(listed)
  expect(after.rows - before.rows).toBeLessThanOrEqual(2 * PAGE)
  // The total is counted in the index.
  expect(after.entries - before.entries).toBeLessThanOrEqual(ROWS + walked + SPARE)
})
