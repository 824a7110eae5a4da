import { once } from "node:events"
import pg from "pg"
import { expect, test } from "vitest"
import { emptyTestDatabase } from "@/testing/setup/database"
import { createPool } from "@/platform/db/pool"
import { prisma } from "@/platform/db/prisma"
import { prismaTransaction } from "@/platform/db/transaction"
import { loggableError } from "@/platform/log/log"
import { processSingleton as single } from "@/platform/process-singleton"
import type { Prisma } from "@/platform/prisma/client"

test("a connection error is logged without the client object attached to it", async () => {
  const database = await emptyTestDatabase()
  const pool = new pg.Pool({ connectionString: database.url })
  await pool.query({ name: "seen", text: "SELECT 'of a statement'" })
  const broke = once(pool, "error") as Promise<[Error]>
  const other = new pg.Client({ connectionString: database.url })
  await other.connect()
  await other.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  )
  const [error] = await broke
  expect(error).toHaveProperty("client")
  expect(Object.keys(loggableError(error) as object).sort()).toEqual([
    "code",
    "message",
    "routine",
    "severity",
    "stack",
    "type",
  ])
  expect(loggableError(new Error("outer", { cause: error }))).toMatchObject({
    type: "Error",
    message: "outer",
    cause: { type: "DatabaseError", code: "57P01" },
  })
  await Promise.all([pool.end(), other.end()])
  await database.drop()
})

test("a constraint violation is logged without the values of the row", async () => {
  const database = await emptyTestDatabase()
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const add = () =>
    client.query(
      "INSERT INTO account (id, email, name, updated_at) VALUES (gen_random_uuid(), 'asha@example.in', 'Asha', now())",
    )
  await add()
  const error: unknown = await add().catch((refused: unknown) => refused)
  expect(error).toMatchObject({ detail: expect.stringContaining("asha@example.in") as string })
  expect(JSON.stringify(loggableError(error))).not.toContain("asha@example.in")
  expect(loggableError(error)).toMatchObject({
    code: "23505",
    table: "account",
    constraint: expect.any(String) as string,
  })
  await client.end()
  await database.drop()
})

test("Prisma's errors are logged without the values of rows and statements", async () => {
  const database = await emptyTestDatabase()
  const pool = single("pool", () => createPool(database.url))
  await pool.query(`
    CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION USING ERRCODE = '23514', MESSAGE = 'refused', DETAIL = 'asha@example.in'; END $$;
    CREATE CONSTRAINT TRIGGER refuse AFTER INSERT ON brand DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse()`)
  const account = { id: "01890000-0000-7000-8000-000000000000", email: "asha@example.in" }
  const malformed = JSON.parse(JSON.stringify({ ...account, name: 3 })) as Prisma.AccountCreateInput
  const loggedError = async (work: Promise<unknown>) =>
    loggableError(
      await work.then(
        () => null,
        (error: unknown) => error,
      ),
    )
  const refused = await loggedError(prisma().account.create({ data: { ...account, name: "" } }))
  const ended = await loggedError(prismaTransaction((tx) => tx.brand.create({ data: { slug: "amul", name: "Amul" } })))
  const impossible = await loggedError(prisma().account.create({ data: malformed }))
  expect(refused).toMatchObject({ code: "P2039", message: expect.stringContaining("account_name") as string })
  expect(ended).toMatchObject({
    type: "DriverAdapterError",
    cause: { originalCode: "23514", originalMessage: "refused" },
  })
  expect(impossible).toMatchObject({
    type: "PrismaClientValidationError",
    message: "Argument `name`: Invalid value provided. Expected String, provided Int.",
    stack: expect.stringContaining("log.test.ts") as string,
  })
  expect(JSON.stringify([refused, ended, impossible])).not.toContain("asha@example.in")
  await pool.end()
  await database.drop()
})

test("all errors of an AggregateError are logged", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), {
    code: "ECONNREFUSED",
    address: "127.0.0.1",
    port: 1,
  })
  expect(loggableError(new AggregateError([refused]))).toMatchObject({
    type: "AggregateError",
    errors: [{ code: "ECONNREFUSED", port: 1 }],
  })
  expect(loggableError("no error")).toBe("no error")
})

test("an error is logged by its name property, which a bundler does not minify", () => {
  class w extends Error {
    override name = "PoolExhausted"
  }
  expect(loggableError(new w("too many queries wait"))).toMatchObject({ type: "PoolExhausted" })
})
