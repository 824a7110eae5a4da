import type pg from "pg"
import { afterAll, beforeAll, expect, test } from "vitest"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { canDecryptSigningKey, rotateSigningKeys } from "@/oauth/signing-keys"
import { createPool } from "@/platform/db/pool"
import { processSingleton } from "@/platform/process-singleton"

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

test("a first signing key dated ahead by the database's clock can be decrypted", async () => {
  await rotateSigningKeys()
  await pool.query("UPDATE signing_key SET active_from = now() + interval '10 seconds'")
  expect(await canDecryptSigningKey()).toBe(true)
})
