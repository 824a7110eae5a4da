import { spawn, type ChildProcess } from "node:child_process"
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { freePort } from "./free-port"
import { endPostmaster, findPostmaster } from "./postmaster"
import { isAlive } from "./process-identity.mjs"
import { root } from "./root.mjs"

let dataDir: string
let port: number
let running: Start[] = []

interface Start {
  child: ChildProcess
  output(): string
  /** Settles once it has said that it is ready. */
  ready: Promise<void>
  /** The exit code. */
  ended: Promise<number | null>
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "haat-start-stop-"))
  chmodSync(dataDir, 0o711)
  port = await freePort()
})

afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill("SIGTERM")
    await ended
  }
  running = []
})

afterAll(async () => {
  const left = findPostmaster(join(dataDir, "postgres"))
  if (left) await endPostmaster(left, "immediate")
  rmSync(dataDir, { recursive: true, force: true })
})

/** As `npm start` does, on the DATA_DIR that all these tests share. */
function start(): Start {
  const child = spawn(process.execPath, ["src/commands/start.mjs"], {
    cwd: root,
    env: { NODE_ENV: "test", PATH: process.env.PATH, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "warn" },
    stdio: ["ignore", "pipe", "pipe"],
  })
  let output = ""
  const ended = new Promise<number | null>((resolve) => child.on("close", resolve))
  const ready = new Promise<void>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => {
        output += text
        if (output.includes("Haat is ready")) resolve()
      })
    }
    void ended.then(() => reject(new Error(`it ended before it was ready:\n${output}`)))
  })
  const started = { child, output: () => output, ready, ended }
  running.push(started)
  return started
}

function serverPid(): number {
  return (JSON.parse(readFileSync(join(dataDir, `server-${port}.json`), "utf8")) as { pid: number }).pid
}

async function status(): Promise<number> {
  const response = await fetch(`http://localhost:${port}/v1/status`)
  await response.body?.cancel()
  return response.status
}

// Several starts in one test, on a machine that other tests share.
describe("npm start", { timeout: 120_000 }, () => {
  test("fills the demo, serves, and stops everything in order", { timeout: 240_000 }, async () => {
    const first = start()
    await first.ready
    expect(await status()).toBe(200)
    const demo = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as {
      url: string
      accounts: Record<string, { test_key: string }>
    }
    expect(demo.url).toBe(`http://localhost:${port}`)
    expect(Object.keys(demo.accounts).sort()).toEqual(["customer", "developer", "seller", "seller_staff", "staff"])
    expect(first.output()).toContain(
      `curl -H "Authorization: Bearer ${demo.accounts.seller?.test_key ?? ""}" "http://localhost:${port}/v1/products?`,
    )

    first.child.kill("SIGTERM")
    expect(await first.ended).toBe(0)
    expect(first.output()).toMatch(/server stopped.*\n.*database stopped/)
    expect(findPostmaster(join(dataDir, "postgres"))).toBeNull()
    await expect(status()).rejects.toThrow()
  })

  test("starts again with the demo as it was, and makes none anew", async () => {
    const before = readFileSync(join(dataDir, "demo.json"), "utf8")
    const again = start()
    await again.ready
    expect(again.output()).toMatch(/demo +already there/)
    expect(await status()).toBe(200)
    expect(readFileSync(join(dataDir, "demo.json"), "utf8")).toBe(before)
  })

  test("starts again after its own kill -9: the server ends by itself, PostgreSQL is adopted", async () => {
    const killed = start()
    await killed.ready
    killed.child.kill("SIGKILL")
    await killed.ended
    const next = start()
    await next.ready
    expect(next.output()).toMatch(/embedded PostgreSQL \S+ adopted/)
    expect(await status()).toBe(200)
  })

  test("says so when its server is killed, stops PostgreSQL, and starts again", async () => {
    const killed = start()
    await killed.ready
    process.kill(serverPid(), "SIGKILL")
    expect(await killed.ended).toBe(1)
    expect(killed.output()).toContain("haat: the server has ended by itself (SIGKILL)\n")
    expect(findPostmaster(join(dataDir, "postgres"))).toBeNull()
    await start().ready
    expect(await status()).toBe(200)
  })

  test("says so when PostgreSQL is killed, stops its server, and starts again", async () => {
    const killed = start()
    await killed.ready
    const server = JSON.parse(readFileSync(join(dataDir, `server-${port}.json`), "utf8")) as {
      pid: number
      identity: string
    }
    process.kill(findPostmaster(join(dataDir, "postgres"))?.pid ?? 0, "SIGKILL")
    expect(await killed.ended).toBe(1)
    expect(killed.output()).toContain("haat: PostgreSQL has ended by itself")
    expect(isAlive(server)).toBe(false)
    expect(existsSync(join(dataDir, `server-${port}.json`))).toBe(false)
    await start().ready
    expect(await status()).toBe(200)
  })
})
