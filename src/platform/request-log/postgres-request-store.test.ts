import type pg from "pg"
import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { createPool } from "@/platform/db/pool"
import { processSingleton } from "@/platform/process-singleton"
import { credentialTag } from "@/platform/request-log/credential-tag"
import { moveRequestLog } from "@/platform/request-log/move-request-log"
import { PostgresRequestStore } from "@/platform/request-log/postgres-request-store"
import { describeRequestStore } from "@/platform/request-log/request-store-conformance"
import { firstIdAt, timeOfId } from "@/platform/request-log/request-store"
import { rollUpUsage } from "@/platform/request-log/roll-up-usage"
import { hourEdges, storedRequest } from "@/platform/request-log/stored-request-fixture"
import { describeUsage } from "@/platform/request-log/usage-conformance"
import {
  durationBucketOf,
  durationBucketSql,
  durationColumnOf,
  durationColumnSql,
} from "@/platform/request-log/usage-counts"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await emptyTestDatabase()
  pool = processSingleton("pool", () => createPool(database.url))
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const store = new PostgresRequestStore()

describeRequestStore(
  () => store,
  () => rollUpUsage(new Date(Date.now() + 1_000)),
)
describeUsage(
  () => store,
  () => rollUpUsage(new Date(Date.now() + 1_000)),
)

describe("in PostgreSQL", () => {
  const rows = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await pool.query<Row>(text, values)).rows

  /** The requests of an account in a time's hour and the one before. */
  const countedAt = async (accountId: string, at: number): Promise<number> =>
    (await store.usage({ accountId, livemode: true }, hourEdges(at)))[0]?.requests ?? 0

  test("durations have the buckets that they have in TypeScript", async () => {
    const durations = [
      0, 0.05, 0.1, 4.999, 5, 5.001, 9.5, 10, 24.75, 25, 77, 100, 250.5, 999, 1000, 29_999, 30_000, 30_001, 1e6,
    ]
    const found = await rows<{ ms: number; col: number; bucket: number }>(
      `SELECT ms, ${durationColumnSql("ms")} AS col, ${durationBucketSql("ms")} AS bucket FROM unnest($1::real[]) WITH ORDINALITY AS d (ms, n) ORDER BY n`,
      [durations],
    )
    expect(found.map(({ col }) => col)).toEqual(durations.map(durationColumnOf))
    expect(found.map(({ bucket }) => bucket)).toEqual(durations.map(durationBucketOf))
  })

  test("ids and tags are those of TypeScript", async () => {
    const [id, at] = [uuidv7(), new Date("2026-11-26T05:00:00.123Z")]
    expect(
      await rows(
        "SELECT credential_tag($1) AS tag, uuid_v7_floor($2) AS floor, uuid_v7_time(uuid_v7_floor($2)) AS at",
        [id, at],
      ),
    ).toEqual([{ tag: credentialTag(id), floor: firstIdAt(at), at }])
  })

  test("the previous version writes and reads through the view, and counts its requests itself", async () => {
    const [account, key, id] = [uuidv7(), uuidv7(), uuidv7()]
    await rows(
      `INSERT INTO request_log (id, request_id, account_id, credential_kind, credential_id, livemode, method, path, operation, status, error_code, duration_ms, ip, user_agent, created_at, scope, query, request_headers)
       VALUES ($1, 'chosen', $2, 'api_key', $3, true, 'GET', '/v1/me', 'GET /me', 404, 'not_found', 3, '203.0.113.7', 'old/1', uuid_v7_time($1), NULL, 'a=1', '{"accept":"*/*"}')`,
      [id, account, key],
    )
    expect(await store.byId({ accountId: account, livemode: true }, id)).toMatchObject({
      id,
      request_id: "chosen",
      operation: "GET /me",
      scope: null,
      user_agent: "old/1",
      request_headers: { accept: "*/*" },
    })
    expect(
      await rows(
        "SELECT id, method FROM request_log WHERE account_id = $1 AND created_at > now() - interval '1 minute'",
        [account],
      ),
    ).toEqual([{ id, method: "GET" }])
    await rollUpUsage(new Date(Date.now() + 1_000))
    expect(await rows("SELECT FROM api_usage WHERE account_id = $1", [account])).toEqual([])
  })

  test("rows of the old table are moved, and the table is dropped", async () => {
    const account = uuidv7()
    await rows(
      `CREATE TABLE request_log_before (id uuid, request_id text, account_id uuid, credential_kind text, credential_id uuid, livemode boolean, method text, path text, operation text,
         status int, error_code text, duration_ms real, ip inet, user_agent text, created_at timestamptz(3), scope text, query text, request_headers json, request_body text,
         response_headers json, response_body text, PRIMARY KEY (created_at, id)) PARTITION BY RANGE (created_at);
       CREATE TABLE request_log_default PARTITION OF request_log_before DEFAULT;
       DO $$ DECLARE day date; BEGIN
         FOR day IN SELECT generate_series(now()::date - 40, now()::date - 3, interval '1 day')::date LOOP
           EXECUTE format('CREATE TABLE request_log_%s PARTITION OF request_log_before FOR VALUES FROM (%L) TO (%L)', to_char(day, 'YYYYMMDD'), day, day + 1);
         END LOOP;
       END $$`,
    )
    await rows(
      `INSERT INTO request_log_before (id, request_id, account_id, credential_kind, credential_id, livemode, method, path, operation, status, duration_ms, created_at, scope)
       SELECT id, CASE WHEN n % 2 = 0 THEN id::text ELSE 'chosen-' || n END, $1, 'oauth', $2, n % 3 = 0, 'GET', '/v1/' || n, 'GET /old/' || n % 7, 200, n, uuid_v7_time(id), CASE WHEN n % 5 = 0 THEN 'orders.read' END
       FROM (SELECT n, (left(uuid_v7_floor(now() - n * interval '3 hours')::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid AS id FROM generate_series(0, 400) n) made`,
      [account, uuidv7()],
    )
    const content = (table: string) =>
      rows(
        `SELECT id, request_id, credential_kind, credential_id, livemode, method, path, operation, status, duration_ms, created_at, scope FROM ${table} WHERE account_id = $1 ORDER BY id`,
        [account],
      )
    const before = await content("request_log_before")
    expect(before).toHaveLength(401)
    await moveRequestLog()
    expect(await content("request_log")).toEqual(before)
    expect(await rows("SELECT to_regclass('request_log_before') AS old")).toEqual([{ old: null }])
    await moveRequestLog()
    await rollUpUsage(new Date(Date.now() + 1_000))
    expect(await rows("SELECT FROM api_usage WHERE account_id = $1", [account])).toEqual([])
  })

  test("a period is closed only when those who store its requests have ended", async () => {
    const [account, key] = [uuidv7(), uuidv7()]
    const [state] = await rows<{ closing_at: string }>("SELECT closing_at FROM usage_roll_up")
    const at = timeOfId(state?.closing_at ?? "").getTime() + 10
    const request = storedRequest({ account_id: account, credential_id: key }, at)
    // The writer pauses when it has read already which periods are closed.
    await rows(
      `CREATE FUNCTION pause_writer() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(2); RETURN NEW; END $$;
       CREATE TRIGGER pause_writer BEFORE INSERT ON api_request FOR EACH ROW EXECUTE FUNCTION pause_writer()`,
    )
    let done = false
    const stored = store.append([request]).then(() => (done = true))
    const paused = async (): Promise<boolean> =>
      (
        await rows(
          "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep' AND query LIKE '%api_request%'",
        )
      ).length > 0
    await expect.poll(async () => done || (await paused()), { interval: 20 }).toBe(true)
    await rollUpUsage(new Date(at + 10))
    await stored
    await rows("DROP FUNCTION pause_writer CASCADE")
    for (let runs = 0; runs < 3; runs++) {
      expect(await countedAt(account, at)).toBe(1)
      await rollUpUsage(new Date(at + 100 * runs))
    }
  })

  test("a request that is stored after its period was closed, and before it is counted, is counted once", async () => {
    const account = uuidv7()
    const [state] = await rows<{ closing_at: string }>("SELECT closing_at FROM usage_roll_up")
    const at = timeOfId(state?.closing_at ?? "").getTime() + 10
    await rows("UPDATE usage_roll_up SET closing_at = $1", [firstIdAt(new Date(at + 10))])
    await store.append([storedRequest({ account_id: account, credential_id: uuidv7() }, at)])
    const late = () => rows("SELECT FROM api_request_late WHERE account_id = $1", [account])
    expect(await late()).toHaveLength(1)
    for (let runs = 0; runs < 3; runs++) {
      expect(await countedAt(account, at)).toBe(1)
      await rollUpUsage(new Date(at + 100 * runs))
    }
    expect(await late()).toEqual([])
  })

  test("the requests of an hour are one row of the usage, and one of each duration", async () => {
    const account = uuidv7()
    const [from] = hourEdges()
    const minutes = [1, 16, 31, 46]
    await store.append(
      minutes.map((minute) =>
        storedRequest({ account_id: account, credential_id: uuidv7() }, from.getTime() + minute * 60_000),
      ),
    )
    await rollUpUsage(new Date())
    const starts = (table: string) => rows(`SELECT starts_at, requests FROM ${table} WHERE account_id = $1`, [account])
    const hour = [{ starts_at: from, requests: minutes.length }]
    expect(await starts("account_usage")).toEqual(hour)
    expect(await starts("account_usage_duration")).toEqual(hour)
  })

  test("the statements of the overview are not planned at every execution", async () => {
    const owner = { accountId: uuidv7(), livemode: true }
    const edges = hourEdges(Date.now())
    const range = { from: edges[0] ?? new Date(), to: new Date() }
    for (let execution = 0; execution < 8; execution++) {
      await store.usage(owner, edges)
      await store.durations(owner, edges, 0, 1_000)
      await store.errorGroups(owner, { except: [] }, range, 8)
    }
    // PostgreSQL plans the first five executions of a statement on a connection.
    const planned = await rows<{ custom: number; generic: number }>(
      `SELECT custom_plans::int AS custom, generic_plans::int AS generic FROM pg_prepared_statements
       WHERE statement LIKE '%recent_requests%' AND custom_plans + generic_plans >= 8`,
    )
    expect(planned).toHaveLength(3)
    for (const { custom, generic } of planned) expect([custom, generic > 0]).toEqual([5, true])
  })

  test("further clients than the dictionary takes are stored in the row", async () => {
    await rows(
      "INSERT INTO api_client (digest, request_headers, seen_on) SELECT gen_random_uuid(), '{}', '2026-01-01' FROM generate_series(1, 10000)",
    )
    const [account, id] = [uuidv7(), uuidv7()]
    const request = {
      ...{ id, request_id: null, account_id: account, credential_kind: "api_key" as const, credential_id: uuidv7() },
      ...{ livemode: true, method: "GET", path: "/v1/me", operation: "GET /me", scope: null, status: 200 },
      ...{ error_code: null, duration_ms: 1, ip: null, user_agent: "new/1", query: null },
      ...{ request_headers: { accept: "x/y" }, request_body: null, response_headers: null, response_body: null },
    }
    await store.append([request])
    expect(await rows("SELECT client, user_agent, request_headers FROM api_request WHERE id = $1", [id])).toEqual([
      { client: null, user_agent: "new/1", request_headers: { accept: "x/y" } },
    ])
  })
})
