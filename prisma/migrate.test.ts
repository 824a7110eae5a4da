import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { blankDatabase, type TestDatabase } from "@/testing/setup/database"
import { migrate } from "./migrate"

let database: TestDatabase
let folder: string

beforeEach(async () => {
  database = await blankDatabase()
  folder = mkdtempSync(join(tmpdir(), "haat-migrations-"))
})

afterEach(async () => {
  rmSync(folder, { recursive: true })
  await database.drop()
})

function write(name: string, sql: string): void {
  mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, name, "migration.sql"), sql)
}

async function query<Row extends object>(sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

describe("migrate", () => {
  test("applies migrations in the order of their names, each once", async () => {
    write("2_rename", "ALTER TABLE fruit RENAME TO fruits;")
    write("1_create", "CREATE TABLE fruit (name text); INSERT INTO fruit VALUES ('mango');")
    expect(await migrate(database.url, folder)).toEqual(["1_create", "2_rename"])
    expect(await migrate(database.url, folder)).toEqual([])
    expect(await query("SELECT name FROM fruits")).toEqual([{ name: "mango" }])

    write("3_more", "INSERT INTO fruits VALUES ('litchi');")
    expect(await migrate(database.url, folder)).toEqual(["3_more"])
  })

  test("records each migration as prisma migrate does", async () => {
    const sql = "CREATE TABLE fruit (name text);"
    write("1_create", sql)
    await migrate(database.url, folder)
    expect(
      await query("SELECT migration_name, checksum, applied_steps_count, rolled_back_at, logs FROM _prisma_migrations"),
    ).toEqual([
      {
        migration_name: "1_create",
        checksum: createHash("sha256").update(sql).digest("hex"),
        applied_steps_count: 1,
        rolled_back_at: null,
        logs: null,
      },
    ])
  })

  test("prepares the job queue, so that a job can be added inside a transaction", async () => {
    await migrate(database.url, folder)
    expect(await query("SELECT (graphile_worker.add_job('mail', '{}')).attempts")).toEqual([{ attempts: 0 }])
  })

  test("rejects a changed file of an applied migration, except for line endings", async () => {
    write("1_create", "CREATE TABLE fruit (\n  name text\n);\n")
    await migrate(database.url, folder)
    write("1_create", "CREATE TABLE fruit (\r\n  name text\r\n);\r\n")
    expect(await migrate(database.url, folder)).toEqual([])
    write("1_create", "CREATE TABLE fruit (name text, colour text);")
    await expect(migrate(database.url, folder)).rejects.toThrow(
      "migration 1_create was applied to this database and its file has changed",
    )
  })

  test("rolls back a failed migration, keeps earlier ones, and reports the line", async () => {
    write("1_create", "CREATE TABLE fruit (name text);")
    write("2_broken", "CREATE TABLE half (name text);\nINSERT INTO nowhere VALUES (1);")
    await expect(migrate(database.url, folder)).rejects.toThrow(
      'migration 2_broken failed at line 2: relation "nowhere" does not exist',
    )
    expect(await query("SELECT to_regclass('fruit')::text AS fruit, to_regclass('half') AS half")).toEqual([
      { fruit: "fruit", half: null },
    ])

    write("2_broken", "CREATE TABLE half (name text);")
    expect(await migrate(database.url, folder)).toEqual(["2_broken"])
  })

  test("rejects a database in which prisma migrate left a migration unfinished", async () => {
    write("1_create", "CREATE TABLE fruit (name text);")
    await migrate(database.url, folder)
    await query("INSERT INTO _prisma_migrations (id, checksum, migration_name) VALUES ('x', 'x', '2_stuck')")
    await expect(migrate(database.url, folder)).rejects.toThrow("migration 2_stuck was begun by prisma migrate")
  })

  test("does not block other statements while it waits for a lock, and then applies the migration", async () => {
    write("1_create", "CREATE TABLE fruit (name text);")
    await migrate(database.url, folder)
    write("2_alter", "ALTER TABLE fruit ADD COLUMN ripe boolean;")
    const reader = new Client({ connectionString: database.url })
    await reader.connect()
    try {
      await reader.query("BEGIN; SELECT FROM fruit")
      const migrated = migrate(database.url, folder, 200)
      await expect
        .poll(
          () => query("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"),
          { interval: 10 },
        )
        .toHaveLength(1)
      await query("INSERT INTO fruit VALUES ('mango')")
      await reader.query("COMMIT")
      expect(await migrated).toEqual(["2_alter"])
      expect(await query("SELECT name, ripe FROM fruit")).toEqual([{ name: "mango", ripe: null }])
    } finally {
      await reader.end()
    }
  })

  test("applies each migration once when run concurrently", async () => {
    write("1_create", "CREATE TABLE fruit (name text); SELECT pg_sleep(0.2);")
    const applied = await Promise.all([
      migrate(database.url, folder),
      migrate(database.url, folder),
      migrate(database.url, folder),
    ])
    expect(applied.flat()).toEqual(["1_create"])
  })
})
