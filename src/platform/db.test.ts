import { EventEmitter, once as heard } from "node:events"
import pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { emptyTestDatabase, type TestDatabase } from "@/commands/test-database"
import { makePool, query, transaction } from "@/platform/db"
import { once } from "@/platform/once"
import { RETRY_SECONDS, unavailable } from "@/platform/unavailable"

let database: TestDatabase
let pool: pg.Pool
let apart: pg.Client

beforeAll(async () => {
  database = await emptyTestDatabase()
  pool = once("pool", () => makePool(database.url))
  apart = new pg.Client({ connectionString: database.url })
  await apart.connect()
  await apart.query("CREATE TABLE fruit (name text PRIMARY KEY)")
})
afterAll(async () => {
  await apart.end()
  await pool.end()
  await database.drop()
})

const add = (name: string, tx: pg.PoolClient): Promise<object[]> => query("INSERT INTO fruit VALUES ($1)", [name], tx)
const kept = async (): Promise<unknown[]> =>
  (await apart.query<{ name: string }>("SELECT name FROM fruit ORDER BY name")).rows.map(({ name }) => name)

test("statements that are sent together are kept together, in their order", async () => {
  await transaction((tx) =>
    Promise.all([
      add("mango", tx),
      query("UPDATE fruit SET name = 'aam' WHERE name = 'mango'", [], tx),
      add("mango", tx),
    ]),
  )
  expect(await kept()).toEqual(["aam", "mango"])
})

test("one that fails undoes those before and behind it, and is the error; the connection goes on", async () => {
  const before = pool.totalCount
  const failing = transaction((tx) => Promise.all([add("lychee", tx), add("mango", tx), add("guava", tx)]))
  await expect(failing).rejects.toMatchObject({ code: "23505" })
  expect(await kept()).toEqual(["aam", "mango"])
  await transaction((tx) => add("guava", tx))
  expect(await kept()).toEqual(["aam", "guava", "mango"])
  expect(pool.totalCount).toBe(before)
})

test("work that throws before it has asked anything leaves nothing open", async () => {
  await expect(transaction(() => Promise.reject(new Error("nothing to do")))).rejects.toThrow("nothing to do")
  expect(
    (
      await apart.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
      )
    ).rows,
  ).toEqual([])
})

test("a connection that ends under way takes its transaction with it, and the next one gets another", async () => {
  const ended = transaction(async (tx) => {
    const [own] = await query<{ pid: number }>("SELECT pg_backend_pid() AS pid", [], tx)
    await add("papaya", tx)
    await apart.query("SELECT pg_terminate_backend($1)", [own?.pid])
    await add("banana", tx)
  })
  await expect(ended).rejects.toThrow()
  await transaction((tx) => add("jamun", tx))
  expect(await kept()).toEqual(["aam", "guava", "jamun", "mango"])
})

test("a statement's failure that the work has swallowed is told all the same: nothing was kept", async () => {
  await expect(transaction((tx) => add("mango", tx).catch(() => "swallowed"))).rejects.toThrow("rolled back")
})

test("nobody waits long for a lock that somebody else holds", async () => {
  await apart.query("BEGIN; LOCK TABLE fruit")
  await expect(transaction((tx) => add("lemon", tx))).rejects.toMatchObject({ code: "55P03" })
  await apart.query("ROLLBACK")
  await transaction((tx) => add("lemon", tx))
})

test("of two who wait for each other, PostgreSQL ends one, which may come again", async () => {
  const rename = (tx: pg.PoolClient, name: string) => query("UPDATE fruit SET name = name WHERE name = $1", [name], tx)
  const holding = new EventEmitter()
  const held = { aam: heard(holding, "aam"), guava: heard(holding, "guava") }
  const holdBoth = (one: keyof typeof held, other: keyof typeof held) =>
    transaction(async (tx) => {
      await rename(tx, one)
      holding.emit(one)
      await held[other]
      await rename(tx, other)
    })
  const both = await Promise.allSettled([holdBoth("aam", "guava"), holdBoth("guava", "aam")])
  const ended = both.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []))
  expect(ended).toMatchObject([{ code: "40P01" }])
  expect(ended.map((error) => unavailable(error)?.retryAfter)).toEqual([RETRY_SECONDS])
})

test("a connection that is given back twice, as graphile-worker does with a broken listener, ends nothing", async () => {
  const [client, giveBack] = await new Promise<[pg.PoolClient, () => void]>((resolve, reject) =>
    pool.connect((error, given, done) =>
      given ? resolve([given, done]) : reject(error ?? new Error("no connection")),
    ),
  )
  await client.query("SELECT")
  giveBack()
  expect(giveBack).not.toThrow()
  expect(pool.idleCount).toBe(pool.totalCount)
})

test("a statement that gives a column whose type a migration has changed is prepared anew", async () => {
  const read = (db?: pg.PoolClient): Promise<{ note: unknown }[]> => query("SELECT note FROM paper", [], db)
  await apart.query("CREATE TABLE paper (note jsonb); INSERT INTO paper VALUES ('[1]')")
  await Promise.all([read(), read(), transaction(read)])
  await apart.query("ALTER TABLE paper ALTER COLUMN note TYPE json USING note::text::json")
  expect(await Promise.all([read(), read(), read()])).toEqual([[{ note: [1] }], [{ note: [1] }], [{ note: [1] }]])
  await transaction(read)
  await apart.query("ALTER TABLE paper ALTER COLUMN note TYPE text")
  await expect(transaction(read)).rejects.toMatchObject({ code: "0A000" })
  expect(await transaction(read)).toEqual([{ note: "[1]" }])
})
