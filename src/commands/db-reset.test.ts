import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { Client } from "pg"
import { afterEach, beforeEach, expect, test } from "vitest"
import { resetDatabase } from "./db-reset"
import { type EmbeddedPostgres, startEmbeddedPostgres } from "./postgres/embedded-postgres"
import { lockDataDir } from "./process/data-dir-lock.mjs"
import { readSettings } from "./settings.mjs"

let folder: string
let dataDir: string
let running: EmbeddedPostgres[]

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "haat-reset-"))
  chmodSync(folder, 0o755)
  dataDir = join(folder, "data")
  running = []
  const { url } = await start()
  await query(url, "CREATE TABLE kept (id int)")
  for (const file of ["secret", "demo.json"]) writeFileSync(join(dataDir, file), file)
})

afterEach(async () => {
  for (const postgres of running) await postgres.stop("immediate")
  for (const { outside } of running) if (outside) rmSync(dirname(outside), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, durable: false })
  running.push(postgres)
  return postgres
}

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows as unknown[]
  } finally {
    await client.end()
  }
}

const TABLES = "SELECT relname FROM pg_class WHERE relname = 'kept'"

function settings(env: Record<string, string> = {}) {
  return readSettings({ NODE_ENV: "test", DATA_DIR: dataDir, ...env })
}

async function expectUntouched(): Promise<void> {
  expect(await query((await start()).url, TABLES)).toHaveLength(1)
  expect(existsSync(join(dataDir, "demo.json"))).toBe(true)
}

test("deletes the database, also a running one, and keeps the secret", async () => {
  let question = ""
  const printed = await resetDatabase(settings(), [], (text) => {
    question = text
    return Promise.resolve("delete")
  })
  for (const name of ["postgres", "demo.json"]) {
    expect(question).toContain(join(dataDir, name))
    expect(printed).toContain(join(dataDir, name))
    expect(existsSync(join(dataDir, name))).toBe(false)
  }
  await running[0]?.ended
  expect(readFileSync(join(dataDir, "secret"), "utf8")).toBe("secret")
  const postgres = await start()
  expect([postgres.how, await query(postgres.url, TABLES)]).toEqual(["created", []])
})

test("--yes deletes without asking", async () => {
  await resetDatabase(settings(), ["--yes"], () => Promise.reject(new Error("it asked")))
  expect(existsSync(join(dataDir, "postgres"))).toBe(false)
})

test.each([
  ["another answer", "y", "nothing was deleted"],
  ["no terminal", null, "there is no terminal to ask for confirmation: add -- --yes. Nothing was deleted"],
])("deletes nothing on %s", async (_, text, message) => {
  await expect(resetDatabase(settings(), [], () => Promise.resolve(text))).rejects.toThrow(message)
  await expectUntouched()
})

test("deletes nothing while npm start runs", async () => {
  const lock = await lockDataDir(settings())
  await expect(resetDatabase(settings(), ["--yes"])).rejects.toThrow("already running on")
  lock.release()
  await expectUntouched()
})

test("deletes nothing with DATABASE_URL", async () => {
  const external = settings({ DATABASE_URL: "postgresql://db.example/haat" })
  await expect(resetDatabase(external, ["--yes"])).rejects.toThrow("only the embedded database")
  await expectUntouched()
})

test("reports that there is no database", async () => {
  const empty = settings({ DATA_DIR: join(folder, "empty") })
  await expect(resetDatabase(empty, ["--yes"])).rejects.toThrow("there is no embedded database in")
})
