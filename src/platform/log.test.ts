import { once } from "node:events"
import pg from "pg"
import { expect, test } from "vitest"
import { emptyTestDatabase } from "@/commands/test-database"
import { toldError } from "@/platform/log"

test("a connection that breaks is told without what hangs on it", async () => {
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
  expect(Object.keys(toldError(error) as object).sort()).toEqual([
    "code",
    "message",
    "routine",
    "severity",
    "stack",
    "type",
  ])
  expect(toldError(new Error("outer", { cause: error }))).toMatchObject({
    type: "Error",
    message: "outer",
    cause: { type: "DatabaseError", code: "57P01" },
  })
  await Promise.all([pool.end(), other.end()])
  await database.drop()
})

test("what a row holds is not told", async () => {
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
  expect(JSON.stringify(toldError(error))).not.toContain("asha@example.in")
  expect(toldError(error)).toMatchObject({ code: "23505", table: "account", constraint: expect.any(String) as string })
  await client.end()
  await database.drop()
})

test("all that an attempt to connect tried is told", () => {
  const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), {
    code: "ECONNREFUSED",
    address: "127.0.0.1",
    port: 1,
  })
  expect(toldError(new AggregateError([refused]))).toMatchObject({
    type: "AggregateError",
    errors: [{ code: "ECONNREFUSED", port: 1 }],
  })
  expect(toldError("no error")).toBe("no error")
})
