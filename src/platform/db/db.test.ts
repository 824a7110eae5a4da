import { EventEmitter, once as heard } from "node:events"
import pg from "pg"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { errorCode, isDeadlock, isUniqueViolation, isUnreachable } from "@/platform/db/errors"
import { createPool } from "@/platform/db/pool"
import { prisma } from "@/platform/db/prisma"
import { query } from "@/platform/db/query"
import { prismaTransaction, queryableOf, transaction } from "@/platform/db/transaction"
import { processSingleton } from "@/platform/process-singleton"
import { RETRY_SECONDS, toUnavailable } from "@/platform/db/unavailable"

let database: TestDatabase
let pool: pg.Pool
let apart: pg.Client

beforeAll(async () => {
  database = await emptyTestDatabase()
  pool = processSingleton("pool", () => createPool(database.url))
  apart = new pg.Client({ connectionString: database.url })
  await apart.connect()
  await apart.query("CREATE TABLE fruit (name text PRIMARY KEY)")
})
afterAll(async () => {
  await apart.end()
  await pool.end()
  await database.drop()
})

function add(name: string, tx: pg.PoolClient): Promise<object[]> {
  return query("INSERT INTO fruit VALUES ($1)", [name], tx)
}
async function storedNames(): Promise<unknown[]> {
  return (await apart.query<{ name: string }>("SELECT name FROM fruit ORDER BY name")).rows.map(({ name }) => name)
}

test("concurrent statements of a transaction run in order and commit together", async () => {
  await transaction((tx) =>
    Promise.all([
      add("mango", tx),
      query("UPDATE fruit SET name = 'aam' WHERE name = 'mango'", [], tx),
      add("mango", tx),
    ]),
  )
  expect(await storedNames()).toEqual(["aam", "mango"])
})

test("a failed statement rolls back the whole batch, rejects with its error, and keeps the connection usable", async () => {
  const before = pool.totalCount
  const failing = transaction((tx) => Promise.all([add("lychee", tx), add("mango", tx), add("guava", tx)]))
  await expect(failing).rejects.toMatchObject({ code: "23505" })
  expect(await storedNames()).toEqual(["aam", "mango"])
  await transaction((tx) => add("guava", tx))
  expect(await storedNames()).toEqual(["aam", "guava", "mango"])
  expect(pool.totalCount).toBe(before)
})

test("a callback that throws before its first statement leaves no transaction open", async () => {
  await expect(transaction(() => Promise.reject(new Error("nothing to do")))).rejects.toThrow("nothing to do")
  expect(
    (
      await apart.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
      )
    ).rows,
  ).toEqual([])
})

test("a connection lost during a transaction rolls it back, and the next transaction gets a new one", async () => {
  const ended = transaction(async (tx) => {
    const [own] = await query<{ pid: number }>("SELECT pg_backend_pid() AS pid", [], tx)
    await add("papaya", tx)
    await apart.query("SELECT pg_terminate_backend($1)", [own?.pid])
    await add("banana", tx)
  })
  await expect(ended).rejects.toThrow()
  await transaction((tx) => add("jamun", tx))
  expect(await storedNames()).toEqual(["aam", "guava", "jamun", "mango"])
})

test("a transaction whose failed statement was caught rejects as rolled back", async () => {
  await expect(transaction((tx) => add("mango", tx).catch(() => "swallowed"))).rejects.toThrow("rolled back")
})

test("waiting for a lock is bounded", async () => {
  await apart.query("BEGIN; LOCK TABLE fruit")
  await expect(transaction((tx) => add("lemon", tx))).rejects.toMatchObject({ code: "55P03" })
  await apart.query("ROLLBACK")
  await transaction((tx) => add("lemon", tx))
})

test("a deadlock aborts one of two transactions with a retryable error", async () => {
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
  expect(ended.map((error) => toUnavailable(error)?.retryAfter)).toEqual([RETRY_SECONDS])
})

test("releasing a connection twice, as graphile-worker does with a broken listener, does not throw", async () => {
  const [client, release] = await new Promise<[pg.PoolClient, () => void]>((resolve, reject) =>
    pool.connect((error, given, done) =>
      given ? resolve([given, done]) : reject(error ?? new Error("no connection")),
    ),
  )
  await client.query("SELECT")
  release()
  expect(release).not.toThrow()
  expect(pool.idleCount).toBe(pool.totalCount)
})

test("a statement is prepared again after a migration changed a column's type", async () => {
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

describe("a Prisma transaction", () => {
  const refusal = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => "kept",
      (error: unknown) => ({ unavailable: toUnavailable(error)?.retryAfter, deadlock: isDeadlock(error) }),
    )

  test("has a bounded wait for locks of SQL and of Prisma's own statements", async () => {
    const [{ id } = { id: "" }] = (
      await apart.query<{ id: string }>(
        "INSERT INTO account (id, email, name, updated_at) VALUES (gen_random_uuid(), 'asha@example.in', 'Asha', now()) RETURNING id",
      )
    ).rows
    await apart.query("BEGIN")
    await apart.query("UPDATE account SET name = 'Usha' WHERE id = $1", [id])
    const ended = await Promise.all([
      refusal(prismaTransaction((tx) => tx.account.updateMany({ where: { id }, data: { name: "Nisha" } }))),
      refusal(prismaTransaction((tx) => tx.$queryRaw`SELECT FROM account WHERE id = ${id}::uuid FOR UPDATE`)),
      refusal(
        prismaTransaction((tx) => query("SELECT FROM account WHERE id = $1::uuid FOR UPDATE", [id], queryableOf(tx))),
      ),
    ])
    await apart.query("ROLLBACK")
    expect(ended).toEqual(Array(3).fill({ unavailable: RETRY_SECONDS, deadlock: false }))
    expect(
      await refusal(prismaTransaction((tx) => tx.account.updateMany({ where: { id }, data: { name: "Nisha" } }))),
    ).toBe("kept")
  })

  test("commits and rolls back the statements sent through query() with its own", async () => {
    const write = (name: string, more: () => void) =>
      prismaTransaction(async (tx) => {
        await query("INSERT INTO fruit VALUES ($1)", [name], queryableOf(tx))
        more()
      })
    await expect(
      write("cherry", () => {
        throw new Error("changed its mind")
      }),
    ).rejects.toThrow("changed its mind")
    await write("date", () => undefined)
    expect(await storedNames()).toEqual(expect.arrayContaining(["date"]))
    expect(await storedNames()).not.toContain("cherry")
  })

  test("is retryable when PostgreSQL aborts it because of a deadlock", async () => {
    const holding = new EventEmitter()
    const held = { date: heard(holding, "date"), guava: heard(holding, "guava") }
    const holdBoth = (one: keyof typeof held, other: keyof typeof held) =>
      prismaTransaction(async (tx) => {
        await tx.$executeRaw`UPDATE fruit SET name = name WHERE name = ${one}`
        holding.emit(one)
        await held[other]
        await tx.$executeRaw`UPDATE fruit SET name = name WHERE name = ${other}`
      })
    const both = await Promise.all([refusal(holdBoth("date", "guava")), refusal(holdBoth("guava", "date"))])
    expect(both).toEqual(expect.arrayContaining(["kept", { unavailable: RETRY_SECONDS, deadlock: true }]))
  })

  test("is retryable when its connection is lost, and the next one gets a new connection", async () => {
    const ended = prismaTransaction(async (tx) => {
      const [own] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`
      await apart.query("SELECT pg_terminate_backend($1)", [own?.pid])
      await tx.$executeRaw`INSERT INTO fruit VALUES ('elderberry')`
    })
    expect(await refusal(ended)).toEqual({ unavailable: RETRY_SECONDS, deadlock: false })
    await prismaTransaction((tx) => tx.$executeRaw`INSERT INTO fruit VALUES ('fig')`)
    expect(await storedNames()).not.toContain("elderberry")
    expect(await storedNames()).toContain("fig")
  })

  test("is retryable when no connection becomes free in time", async () => {
    const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
    const error = await refusal(prismaTransaction((tx) => tx.account.count()))
    for (const client of taken) client.release()
    expect(error).toEqual({ unavailable: RETRY_SECONDS, deadlock: false })
  })
})

describe("Prisma's statements", () => {
  const prepared = () =>
    transaction((tx) =>
      query<{ statement: string }>(
        "SELECT statement FROM pg_prepared_statements WHERE name LIKE 'prisma-%' AND statement LIKE '%\"brand\"%'",
        [],
        tx,
      ),
    )

  test("are prepared once per connection and text", async () => {
    // Sequential queries use the same connection.
    for (const slug of ["amul", "tata", "bata"]) {
      await prisma().brand.count({ where: { slug } })
      await prismaTransaction((tx) => tx.brand.count({ where: { slug } }))
    }
    expect(await prepared()).toHaveLength(1)
  })

  test("are prepared again after a migration changed a column's type", async () => {
    const read = () => prisma().address.findMany({ select: { landmark: true } })
    const readInTransaction = () => prismaTransaction((tx) => tx.address.findMany({ select: { landmark: true } }))
    await read()
    await apart.query("ALTER TABLE address ALTER COLUMN landmark TYPE varchar(40)")
    expect(await read()).toEqual([])
    await apart.query("ALTER TABLE address ALTER COLUMN landmark TYPE text")
    await expect(readInTransaction()).rejects.toThrow()
    expect(await readInTransaction()).toEqual([])
  })

  test("run unprepared beyond the limit of prepared statements", async () => {
    for (let length = 1; length <= 510; length++)
      await prisma().brand.findMany({ where: { id: { in: Array.from({ length }, (_, id) => id + 1) } } })
    expect((await prepared()).length).toBeLessThanOrEqual(500)
  })
})

test("a duplicate key is reported as a unique violation, by pg and Prisma, in a statement or at commit", async () => {
  const brand = () => ({ slug: "parle", name: "Parle" })
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => "kept",
      (error: unknown) => ({ unique: isUniqueViolation(error), code: errorCode(error) }),
    )
  await prisma().brand.create({ data: brand() })
  await apart.query("CREATE TABLE seat (number int UNIQUE DEFERRABLE INITIALLY DEFERRED); INSERT INTO seat VALUES (1)")
  const unique = { unique: true, code: "23505" }
  expect(await outcome(query("INSERT INTO brand (slug, name) VALUES ('parle', 'Parle')", []))).toEqual(unique)
  expect(await outcome(prisma().brand.create({ data: brand() }))).toEqual(unique)
  expect(await outcome(prisma().$executeRaw`INSERT INTO brand (slug, name) VALUES ('parle', 'Parle')`)).toEqual(unique)
  expect(await outcome(prismaTransaction((tx) => tx.brand.create({ data: brand() })))).toEqual(unique)
  expect(await outcome(prismaTransaction((tx) => tx.$executeRaw`INSERT INTO seat VALUES (1)`))).toEqual(unique)
  expect(await outcome(prisma().brand.create({ data: { id: 9_999_999, slug: "x", name: "X" } }))).toBe("kept")
  expect(
    await outcome(prisma().productImage.create({ data: { productId: 9, path: "", alt: "", width: 1, height: 1 } })),
  ).toEqual({ unique: false, code: "23503" })
})

test.each([
  ["25006", "BEGIN READ ONLY; INSERT INTO fruit VALUES ('never')"],
  ["53100", "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53100'; END $$"],
  ["53200", "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53200'; END $$"],
  ["53400", "DO $$ BEGIN RAISE EXCEPTION USING ERRCODE = '53400'; END $$"],
])("PostgreSQL's error %s counts as unreachable, through pg and Prisma", async (code, text) => {
  const direct = await pool.query(text).then(
    () => null,
    (error: unknown) => error,
  )
  expect(direct).toMatchObject({ code })
  expect(isUnreachable(direct)).toBe(true)
  if (code === "25006") return
  expect(
    isUnreachable(
      await prisma()
        .$executeRawUnsafe(text)
        .catch((error: unknown) => error),
    ),
  ).toBe(true)
})

test("a read-only connection is closed, and its further errors count as unreachable", async () => {
  let pid: number | undefined
  const refused: unknown = await transaction(async (tx) => {
    const [own] = await query<{ pid: number }>("SELECT pg_backend_pid() AS pid", [], tx)
    pid = own?.pid
    await tx.query("SET TRANSACTION READ ONLY")
    const [, second] = await Promise.allSettled([add("never", tx), add("nor this", tx)])
    if (second.status === "rejected") throw second.reason as Error
  }).catch((error: unknown) => error)
  expect(isUnreachable(refused)).toBe(true)
  const backend = () => apart.query<{ pid: number }>("SELECT pid FROM pg_stat_activity WHERE pid = $1", [pid])
  await expect.poll(async () => (await backend()).rowCount).toBe(0)
  await transaction((tx) => add("honeydew", tx))
})
