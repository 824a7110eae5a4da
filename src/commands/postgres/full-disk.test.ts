import { execFileSync, spawn } from "node:child_process"
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { type Command, runCommand } from "@/testing/fixtures/command"
import { RESERVE_BYTES } from "./disk-reserve.mjs"
import { startEmbeddedPostgres } from "./embedded-postgres"
import { freePort } from "../process/free-port"
import { endPostmaster, findPostmaster } from "./postmaster"
import { root } from "../root.mjs"

// DATA_DIR is on a small in-memory disk of its own, which the tests fill.

const MB = 1024 * 1024
const WITHIN = { timeout: 60_000, interval: 200 }
const METRICS_TOKEN = "a-token-of-the-operators"

let disk: string
let port: number
let endpointId = ""
let running: Command[] = []

function mount(megabytes: number): string {
  const folder = mkdtempSync(join(tmpdir(), "haat-disk-"))
  execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=711`, "tmpfs", folder])
  return folder
}

function unmount(folder: string): void {
  execFileSync("umount", ["--lazy", folder])
  rmSync(folder, { recursive: true })
}

function freeBytes(): number {
  const { bavail, bsize } = statfsSync(disk)
  return bavail * bsize
}

/** Another program's file on the same disk. */
function other(): string {
  return join(disk, "other")
}

/** Leaves this many bytes free, to the nearest page. */
function fillTo(left: number): void {
  rmSync(other(), { force: true })
  execFileSync("fallocate", ["--length", String(Math.max(1, freeBytes() - left)), other()])
}

function fillWhole(): void {
  fillTo(0)
  const fd = openSync(other(), "a")
  try {
    for (;;) writeSync(fd, Buffer.alloc(512))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error
  } finally {
    closeSync(fd)
  }
}

function env(): Record<string, string> {
  return { DATA_DIR: disk, PORT: String(port), METRICS_TOKEN }
}

function start(): Command {
  const command = runCommand("start", [], env(), /Haat is ready/)
  running.push(command)
  return command
}

async function load(file: string): Promise<{ exitCode: number | null; output: string }> {
  const command = runCommand("import", [file], env(), /never/)
  return { exitCode: await command.ended, output: command.output() }
}

function loadPiped(file: string): Promise<{ exitCode: number | null; output: string }> {
  const child = spawn("sh", ["-c", 'cat "$1" | "$2" src/commands/haat.mjs import -', "sh", file, process.execPath], {
    cwd: root,
    env: { NODE_ENV: "test", PATH: process.env.PATH, ...env() },
    stdio: ["ignore", "ignore", "pipe"],
  })
  let output = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text))
  return new Promise((resolve) => child.on("close", (exitCode) => resolve({ exitCode, output })))
}

function catalogue(products: number): string {
  const file = join(tmpdir(), `haat-full-disk-${process.pid}-${products}.ndjson`)
  const lines = Array.from({ length: products }, (_, index) =>
    JSON.stringify({
      kind: "product",
      slug: `full-${index}`,
      name: `Full ${index}`,
      store: "full",
      variants: [{ sku: `F-${index}`, name: "one", price: 100, mrp: 100 }],
    }),
  )
  const store = JSON.stringify({
    kind: "store",
    slug: "full",
    name: "Full",
    status: "approved",
    city: "Gaya",
    district: "Gaya",
    state: "Bihar",
    pincode: "823001",
  })
  writeFileSync(file, [store, ...lines, ""].join("\n"))
  return file
}

function demoAccounts(): Record<
  "developer" | "seller",
  { email: string; password: string; live_key: string; test_key: string }
> {
  return (JSON.parse(readFileSync(join(disk, "demo.json"), "utf8")) as { accounts: ReturnType<typeof demoAccounts> })
    .accounts
}

/** A live order of the demo's seller that can be shipped. */
async function shippable(): Promise<string> {
  const headers = { authorization: `Bearer ${demoAccounts().seller.live_key}` }
  const { data } = (await (
    await fetch(`http://localhost:${port}/v1/seller/orders?status=confirmed`, { headers })
  ).json()) as { data: { number: string }[] }
  return data[0]?.number ?? ""
}

/** Sends no Idempotency-Key, so that it is one statement. */
async function ship(number: string): Promise<{ status: number; retryAfter: string | null }> {
  const response = await fetch(`http://localhost:${port}/v1/seller/orders/${number}/ship`, {
    method: "PATCH",
    headers: { authorization: `Bearer ${demoAccounts().seller.live_key}`, "content-type": "application/json" },
    body: JSON.stringify({ courier_name: "Pavan Express", awb: "PX-1" }),
  })
  return { status: response.status, retryAfter: response.headers.get("retry-after") }
}

/** Reads or changes the only webhook endpoint. */
async function endpoint(
  method: "GET" | "POST" | "PATCH",
): Promise<{ status: number; retryAfter: number; message: string | undefined }> {
  const accounts = demoAccounts()
  const body =
    method === "PATCH" ? { description: "changed" } : { url: "https://93.184.216.34/hook", events: ["order.created"] }
  const response = await fetch(
    `http://localhost:${port}/v1/webhook-endpoints${method === "POST" ? "" : `/${endpointId}`}`,
    {
      method,
      headers: { authorization: `Bearer ${accounts.developer.test_key}`, "content-type": "application/json" },
      ...(method !== "GET" && { body: JSON.stringify(body) }),
    },
  )
  const { data, error } = (await response.json()) as { data?: { id: string }; error?: { message: string } }
  endpointId = data?.id ?? endpointId
  return { status: response.status, retryAfter: Number(response.headers.get("retry-after")), message: error?.message }
}

beforeAll(async () => {
  disk = mount(700)
  port = await freePort()
})

afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill("SIGTERM")
    await ended
  }
  running = []
  rmSync(other(), { force: true })
})

afterAll(async () => {
  const left = findPostmaster(join(disk, "postgres"))
  if (left) await endPostmaster(left, "immediate")
  unmount(disk)
})

describe("a full disk", { timeout: 180_000 }, () => {
  test("is reported before a database is created on it", async () => {
    fillTo(100 * MB)
    const refused = start()
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toContain(
      `haat: the disk of ${disk} has 100 MB free, and a new database needs 256 MB: free space, or set DATA_DIR to a folder on another disk\n`,
    )
    expect(existsSync(join(disk, "postgres"))).toBe(false)
  })

  test("makes writes a 503 while reads work, until there is space again", async () => {
    await start().ready
    expect((await endpoint("POST")).status).toBe(201)
    fillTo(40 * MB)
    await expect.poll(async () => (await endpoint("PATCH")).status, WITHIN).toBe(503)
    const refused = await endpoint("PATCH")
    expect(refused).toEqual({
      status: 503,
      retryAfter: 60,
      message: expect.stringContaining("The disk of the database is full") as string,
    })
    expect((await endpoint("GET")).status).toBe(200)
    const order = await shippable()
    expect(await ship(order)).toEqual({ status: 503, retryAfter: "60" })
    const metrics = await (
      await fetch(`http://localhost:${port}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    ).text()
    const [free = 0, size = 0] = ["haat_disk_free_bytes", "haat_database_size_bytes"].map((name) =>
      Number(new RegExp(`^${name} (\\S+)$`, "m").exec(metrics)?.[1]),
    )
    expect(free).toBeGreaterThan(0)
    expect(free).toBeLessThan(64 * MB)
    expect(size).toBeGreaterThan(10 * MB)
    rmSync(other())
    await expect.poll(async () => (await endpoint("PATCH")).status, WITHIN).toBe(200)
    expect(await ship(order)).toEqual({ status: 200, retryAfter: null })
  })

  test("rejects an import that does not fit, and aborts a piped one, while PostgreSQL keeps running", async () => {
    const started = start()
    await started.ready
    const [stored, file] = [catalogue(20_000), catalogue(150_000)]
    expect((await load(stored)).exitCode).toBe(0)
    fillTo(90 * MB)
    const again = await load(stored)
    expect(again.output).toMatch(
      new RegExp(
        `${stored} needs up to \\d+ MB on the disk of the database \\(.*\\), which has \\d+ MB free: it is loaded until that does not do\n`,
      ),
    )
    expect(again.exitCode).toBe(0)
    rmSync(stored)

    fillTo(75 * MB)
    const refused = await load(file)
    expect(refused.exitCode).toBe(1)
    expect(refused.output).toMatch(
      new RegExp(
        `haat: nothing of ${file} was kept: it needs about \\d+ MB on the disk of the database \\(.*\\), which has \\d+ MB free; free space there and load it again\\n$`,
      ),
    )

    fillTo(110 * MB)
    const piped = await loadPiped(file)
    expect(piped.exitCode).toBe(1)
    expect(piped.output).toMatch(
      /haat: nothing of standard input was kept: it needs about \d+ MB on the disk of the database \(.*\), which has \d+ MB free; free space there and load it again\n$/,
    )
    expect(freeBytes()).toBeGreaterThan(16 * MB)
    rmSync(file)
    expect((await endpoint("GET")).status).toBe(200)
    expect(started.output()).not.toContain("PostgreSQL has ended by itself")
  })

  test("lets PostgreSQL recover by using the reserve, which is restored once there is space", async () => {
    const started = start()
    await started.ready
    expect(statSync(join(disk, "reserve")).size).toBe(RESERVE_BYTES)
    fillTo(20 * MB)
    const second = start()
    expect(await second.ended).toBe(1)
    expect(second.output()).toContain(`haat: already running on ${disk}`)
    expect(existsSync(join(disk, "reserve"))).toBe(true)
    fillTo(0)
    process.kill(findPostmaster(join(disk, "postgres"))?.pid ?? 0, "SIGKILL")
    await expect.poll(() => started.output(), WITHIN).toMatch(/haat: PostgreSQL runs again as process \d+/)
    expect(existsSync(join(disk, "reserve"))).toBe(false)
    await expect.poll(async () => (await endpoint("GET")).status, WITHIN).toBe(200)
    await expect.poll(async () => (await endpoint("PATCH")).status, WITHIN).toBe(503)
    started.child.kill("SIGTERM")
    expect(await started.ended).toBe(0)

    const again = start()
    await again.ready
    expect(again.output()).toMatch(
      /haat: the disk of .* is full: reading works, writing is refused until 64 MB are free there, \d+ MB more than now\n/,
    )
    expect((await endpoint("GET")).status).toBe(200)
    again.child.kill("SIGTERM")
    expect(await again.ended).toBe(0)

    rmSync(other())
    await start().ready
    expect(existsSync(join(disk, "reserve"))).toBe(true)
    expect((await endpoint("PATCH")).status).toBe(200)
  })

  test("uses up the reserve at the next start; the start after that fails with the space to free", async () => {
    const started = start()
    await started.ready
    started.child.kill("SIGTERM")
    expect(await started.ended).toBe(0)
    fillWhole()
    const reserved = start()
    await reserved.ready
    expect(existsSync(join(disk, "reserve"))).toBe(false)
    reserved.child.kill("SIGTERM")
    expect(await reserved.ended).toBe(0)
    fillWhole()
    const next = start()
    expect(await next.ended).toBe(1)
    expect(next.output()).toBe(`haat: the disk of DATA_DIR ${disk} is full: free 64 MB there, and start again\n`)
    // As after a crash of PostgreSQL: the command that started it already holds the lock.
    await expect(startEmbeddedPostgres({ dataDir: disk })).rejects.toThrow(
      /^PostgreSQL did not start, as the disk of .* has 0 MB free: free 64 MB there, and start again/,
    )
    rmSync(other())
    await start().ready
    expect((await endpoint("PATCH")).status).toBe(200)
  })
})
