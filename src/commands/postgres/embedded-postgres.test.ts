import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, cpSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Client } from "pg"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { startEmbeddedPostgres, type EmbeddedPostgres } from "./embedded-postgres"
import { processIdentity } from "../process/process-identity.mjs"
import { root } from "../root.mjs"

let folder: string
let dataDir: string
let running: EmbeddedPostgres[]

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "haat-embedded-"))
  chmodSync(folder, 0o755)
  dataDir = join(folder, "data")
  running = []
})

afterEach(async () => {
  for (const postgres of running) await postgres.stop("immediate")
  for (const { outside } of running) if (outside) rmSync(join(outside, ".."), { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
})

async function start(
  options: { dataDir: string; emptied?: boolean; port?: number } = { dataDir },
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(options)
  running.push(postgres)
  return postgres
}

async function query<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  // A statement that is interrupted also emits an error.
  client.on("error", () => undefined)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** Starts PostgreSQL in a process of its own and kills that process, as a killed `npm start` would leave it. */
async function startAndKillParent(): Promise<void> {
  const program = `
    import { startEmbeddedPostgres } from "./src/commands/postgres/embedded-postgres.ts"
    await startEmbeddedPostgres({ dataDir: process.argv[1] })
    process.stdout.write("up")
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "--eval", program, dataDir], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
  })
  await once(child.stdout, "data")
  child.kill("SIGKILL")
  await once(child, "exit")
}

describe("the embedded PostgreSQL", () => {
  test("is created once, keeps its data, and listens on 127.0.0.1 only", async () => {
    const first = await start()
    expect(first.how).toBe("created")
    await query(first.url, "CREATE TABLE fruit AS SELECT 'mango' AS name")
    await first.stop()
    await first.ended
    expect(processIdentity(first.pid)).toBeNull()

    const second = await start()
    expect(second.how).toBe("started")
    expect(await query(second.url, "SELECT name FROM fruit")).toEqual([{ name: "mango" }])
    expect(
      await query(
        second.url,
        `SELECT name, setting FROM pg_settings
          WHERE name IN ('listen_addresses', 'unix_socket_directories', 'fsync', 'TimeZone') ORDER BY lower(name)`,
      ),
    ).toEqual([
      { name: "fsync", setting: "on" },
      { name: "listen_addresses", setting: "127.0.0.1" },
      { name: "TimeZone", setting: "UTC" },
      { name: "unix_socket_directories", setting: "" },
    ])
    expect(
      await query(
        second.url,
        "SELECT pg_encoding_to_char(encoding) AS encoding, datcollate FROM pg_database WHERE datname = 'haat'",
      ),
    ).toEqual([{ encoding: "UTF8", datcollate: "C" }])
  })

  test("requires the password, which only the owner of DATA_DIR may read", async () => {
    const { url } = await start()
    expect(statSync(join(dataDir, "postgres.password")).mode & 0o777).toBe(0o600)
    const wrong = new URL(url)
    wrong.password = "guess"
    await expect(query(wrong.href, "SELECT 1")).rejects.toThrow("password authentication failed")
  })

  test("is adopted when its parent was killed", async () => {
    await startAndKillParent()
    const postgres = await start()
    expect(postgres.how).toBe("adopted")
    expect(await query(postgres.url, "SELECT 1 AS one")).toEqual([{ one: 1 }])
  })

  test("recovers every acknowledged commit after kill -9 of the postmaster", async () => {
    const first = await start()
    await query(first.url, "CREATE TABLE receipt (number int PRIMARY KEY)")
    const client = new Client({ connectionString: first.url })
    client.on("error", () => undefined)
    await client.connect()
    let acknowledged = 0
    const writing = (async () => {
      for (;;) {
        await client.query("INSERT INTO receipt VALUES ($1)", [acknowledged + 1])
        acknowledged += 1
        if (acknowledged === 200) process.kill(first.pid, "SIGKILL")
      }
    })()
    await expect(writing).rejects.toThrow()
    await first.ended

    const second = await start()
    expect(second.how).toBe("started")
    const [row] = await query<{ count: number; highest: number }>(
      second.url,
      "SELECT count(*)::int AS count, max(number) AS highest FROM receipt",
    )
    expect(row?.count).toBe(row?.highest)
    expect(row?.count).toBeGreaterThanOrEqual(acknowledged)
    expect(acknowledged).toBeGreaterThanOrEqual(200)
  })

  test("restarts on its port after kill -9 during a long statement", async () => {
    const first = await start()
    const long = query(first.url, "SELECT count(*) FROM generate_series(1, 100000000000) n WHERE n % 7 = 3")
    const lost = expect(long).rejects.toThrow()
    await expect
      .poll(() =>
        query(
          first.url,
          "SELECT FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%n % 7%' AND pid <> pg_backend_pid()",
        ),
      )
      .toHaveLength(1)
    process.kill(first.pid, "SIGKILL")
    await first.ended
    const second = await start({ dataDir, port: first.port })
    await lost
    expect(await query(second.url, "SELECT 1 AS one")).toEqual([{ one: 1 }])
    expect(second.url).toBe(first.url)
  })

  test("does not adopt the server of the folder that its data directory was copied from", async () => {
    const original = await start()
    const copiedDir = join(folder, "copy")
    cpSync(dataDir, copiedDir, { recursive: true, preserveTimestamps: true, filter: (path) => !path.endsWith(".lock") })
    const owner = statSync(join(dataDir, "postgres"))
    await chownAll(join(copiedDir, "postgres"), owner.uid, owner.gid)
    const copy = await start({ dataDir: copiedDir })
    expect(copy.how).toBe("started")
    expect(copy.pid).not.toBe(original.pid)
    expect(await query(original.url, "SELECT 1 AS one")).toEqual([{ one: 1 }])
  })

  test("can start again with an empty database", async () => {
    const first = await start()
    await query(first.url, "CREATE TABLE half (name text)")
    const second = await start({ dataDir, emptied: true })
    expect(await query(second.url, "SELECT to_regclass('half') AS half")).toEqual([{ half: null }])
  })

  test("reports a missing password file", async () => {
    const first = await start()
    await first.stop()
    rmSync(join(dataDir, "postgres.password"))
    await expect(start()).rejects.toThrow("postgres.password is missing")
  })

  test.runIf(process.getuid?.() === 0)(
    "reports missing permissions on its files, as after a copy by root",
    async () => {
      const first = await start()
      await first.stop()
      await chownAll(join(dataDir, "postgres"), 0, 0)
      await expect(start()).rejects.toThrow(
        /PostgreSQL did not start: could not access the server configuration file .*Permission denied/,
      )
    },
  )

  test.runIf(process.getuid?.() === 0)("is stored elsewhere when other users cannot enter root's folder", async () => {
    const closed = join(folder, "closed")
    mkdirSync(closed, { mode: 0o700 })
    const first = await start({ dataDir: join(closed, "data") })
    expect(first.outside).toMatch(/^\/var\/lib\/haat\//)
    expect(lstatSync(join(closed, "data", "postgres")).isSymbolicLink()).toBe(true)
    await query(first.url, "CREATE TABLE fruit AS SELECT 'mango' AS name")
    await first.stop()
    const second = await start({ dataDir: join(closed, "data") })
    expect(await query(second.url, "SELECT name FROM fruit")).toEqual([{ name: "mango" }])
  })
})

async function chownAll(path: string, uid: number, gid: number): Promise<void> {
  await once(spawn("chown", ["-R", `${uid}:${gid}`, path]), "exit")
}
