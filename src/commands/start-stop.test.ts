import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { networkInterfaces, tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { type Command, runCommand } from "@/testing/fixtures/command"
import { childrenOf } from "@/testing/fixtures/processes"
import { freePort } from "./process/free-port"
import { endPostmaster, findPostmaster } from "./postgres/postmaster"

/** Generous, because the machine runs other tests at the same time. */
const WITHIN = { timeout: 60_000, interval: 200 }

let dataDir: string
let port: number
let running: Command[] = []

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "haat-start-stop-"))
  chmodSync(dataDir, 0o711)
  port = await freePort()
})

afterEach(async () => {
  for (const { child, ended } of running.toReversed()) {
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
function start(env: Record<string, string> = {}): Command {
  return run("start", { LOG_LEVEL: "debug", ...env }, /Haat is ready/)
}

function run(name: string, env: Record<string, string>, ready: RegExp): Command {
  const command = runCommand(name, [], { DATA_DIR: dataDir, PORT: String(port), ...env }, ready)
  running.push(command)
  return command
}

function serverPid(): number {
  return (JSON.parse(readFileSync(join(dataDir, `server-${port}.json`), "utf8")) as { pid: number }).pid
}

async function status(): Promise<number> {
  const response = await fetch(`http://localhost:${port}/v1/status`)
  await response.body?.cancel()
  return response.status
}

// Several starts in one test, while other tests run on the machine.
describe("npm start", { timeout: 120_000 }, () => {
  test("seeds the demo, serves, and stops everything in order", { timeout: 240_000 }, async () => {
    const first = start()
    await first.ready
    await expect.poll(status, WITHIN).toBe(200)
    const demo = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as {
      url: string
      accounts: Record<string, { email: string; password: string; live_key: string; test_key: string }>
    }
    expect(demo.url).toBe(`http://localhost:${port}`)
    expect(Object.keys(demo.accounts).sort()).toEqual(["customer", "developer", "seller", "seller_staff", "staff"])
    expect(first.output()).toContain(
      `curl -H "Authorization: Bearer ${demo.accounts.seller?.test_key ?? ""}" "http://localhost:${port}/v1/products?`,
    )

    for (const { email, password } of Object.values(demo.accounts))
      expect(first.output()).toMatch(new RegExp(`${email} +${password}`))
    expect(first.output()).not.toContain("first-staff")

    // Only this machine can connect, on both loopback addresses.
    for (const host of ["127.0.0.1", "[::1]"])
      expect((await fetch(`http://${host}:${port}/v1/status`)).status).toBe(200)
    const outside = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .find(({ internal, family }) => !internal && family === "IPv4")
    if (outside) await expect(fetch(`http://${outside.address}:${port}/v1/status`)).rejects.toThrow()

    const [opening = "", secret = ""] =
      new RegExp(`http://localhost:${port}(/dev/mailbox/open\\?token=(\\S+))`).exec(first.output())?.slice(1) ?? []
    expect((await fetch(`http://localhost:${port}/api/trpc/mailbox.list`)).status).toBe(401)
    const opened = await fetch(`http://localhost:${port}${opening}`, { redirect: "manual" })
    const cookie = opened.headers.getSetCookie()[0]?.split(";")[0] ?? ""
    expect((await fetch(`http://localhost:${port}/api/trpc/mailbox.list`, { headers: { cookie } })).status).toBe(200)

    first.child.kill("SIGTERM")
    expect(await first.ended).toBe(0)
    expect(first.output().split(secret)).toHaveLength(2)
    expect(first.output()).toMatch(/server stopped.*\n.*database stopped/)
    expect(findPostmaster(join(dataDir, "postgres"))).toBeNull()
    await expect(status()).rejects.toThrow()
  })

  test("starts again with the existing demo, and does not print its secrets", async () => {
    const before = readFileSync(join(dataDir, "demo.json"), "utf8")
    const again = start()
    await again.ready
    expect(again.output()).toMatch(/demo +already there/)
    const { accounts } = JSON.parse(before) as {
      accounts: Record<string, { password: string; live_key: string; test_key: string }>
    }
    for (const { password, live_key, test_key } of Object.values(accounts))
      for (const secret of [password, live_key, test_key]) expect(again.output()).not.toContain(secret)
    expect(again.output()).toContain(join(dataDir, "demo.json"))
    await expect.poll(status, WITHIN).toBe(200)
    expect(readFileSync(join(dataDir, "demo.json"), "utf8")).toBe(before)
  })

  test("starts again after its own kill -9, and adopts PostgreSQL", async () => {
    const killed = start()
    await killed.ready
    killed.child.kill("SIGKILL")
    await killed.ended
    const next = start()
    await next.ready
    expect(next.output()).toMatch(/embedded PostgreSQL \S+ adopted/)
    await expect.poll(status, WITHIN).toBe(200)
  })

  test("restarts a killed server, and reports it", async () => {
    const started = start()
    await started.ready
    const killed = serverPid()
    process.kill(killed, "SIGKILL")
    await expect.poll(() => serverPid() !== killed && status().catch(() => 0), WITHIN).toBe(200)
    await expect
      .poll(() => started.output())
      .toMatch(
        /haat: the server has ended by itself \(SIGKILL\); starting it again\n(.|\n)*haat: the server runs again as process \d+, after/,
      )
    expect(serverPid()).not.toBe(killed)
    started.child.kill("SIGTERM")
    expect(await started.ended).toBe(0)
    expect(started.output()).toMatch(/server stopped.*\n.*database stopped/)
  })

  test("replaces a killed process of a cluster, and restarts a killed primary", async () => {
    const started = start({ WEB_CONCURRENCY: "2" })
    await started.ready
    const first = serverPid()
    const [child = 0] = childrenOf(first)
    process.kill(child, "SIGKILL")
    await expect.poll(() => childrenOf(first).filter((pid) => pid !== child).length, WITHIN).toBe(2)
    await expect.poll(status, WITHIN).toBe(200)
    process.kill(first, "SIGKILL")
    await expect.poll(() => serverPid() !== first && status().catch(() => 0), WITHIN).toBe(200)
    await expect.poll(() => childrenOf(serverPid()), WITHIN).toHaveLength(2)
    expect(started.output()).toContain("haat: the server has ended by itself (SIGKILL); starting it again\n")
  })

  test("restarts a killed PostgreSQL on the same port, without losing acknowledged writes", async () => {
    const started = start()
    await started.ready
    const server = serverPid()
    const { accounts } = JSON.parse(readFileSync(join(dataDir, "demo.json"), "utf8")) as {
      accounts: { developer: { test_key: string } }
    }
    const endpoint = async (
      method: string,
      path: string,
      body?: object,
    ): Promise<{ status: number; id: string; description: string }> => {
      const response = await fetch(`http://localhost:${port}/v1/webhook-endpoints${path}`, {
        method,
        headers: { authorization: `Bearer ${accounts.developer.test_key}`, "content-type": "application/json" },
        ...(body && { body: JSON.stringify(body) }),
      })
      const { data } = (await response.json()) as { data?: { id: string; description: string } }
      return { status: response.status, id: data?.id ?? "", description: data?.description ?? "" }
    }
    const { id } = await endpoint("POST", "", { url: "https://93.184.216.34/hook", events: ["order.created"] })
    const postmaster = findPostmaster(join(dataDir, "postgres"))
    const seen = new Set<number>()
    let lastAcknowledged = 0
    for (let number = 1; !seen.has(503) || lastAcknowledged < number - 1; number++) {
      if (number === 10) process.kill(postmaster?.pid ?? 0, "SIGKILL")
      if (number > 200) throw new Error(`no write after ${started.output()}`)
      const { status } = await endpoint("PATCH", `/${id}`, { description: String(number) })
      seen.add(status)
      if (status === 200) lastAcknowledged = number
      await sleep(200)
    }
    expect([...seen].sort(), started.output()).toEqual([200, 503])
    expect((await endpoint("GET", `/${id}`)).description).toBe(String(lastAcknowledged))
    expect(serverPid()).toBe(server)
    expect(findPostmaster(join(dataDir, "postgres"))).toMatchObject({ port: postmaster?.port })
    await expect
      .poll(() => started.output(), WITHIN)
      .toMatch(
        /haat: PostgreSQL has ended by itself \(see .*postgres\.log\); starting it again\n(.|\n)*haat: PostgreSQL runs again as process \d+, after/,
      )
  })

  test("recovers when PostgreSQL and the server are killed together", async () => {
    const started = start()
    await started.ready
    const server = serverPid()
    process.kill(server, "SIGKILL")
    process.kill(findPostmaster(join(dataDir, "postgres"))?.pid ?? 0, "SIGKILL")
    await expect.poll(() => serverPid() !== server && status().catch(() => 0), WITHIN).toBe(200)
  })

  test("restarts a killed worker", async () => {
    await start().ready
    const worker = run("worker", {}, /worker +working, process (\d+)/)
    await worker.ready
    process.kill(Number(/worker +working, process (\d+)/.exec(worker.output())?.[1]), "SIGKILL")
    await expect
      .poll(() => worker.output(), WITHIN)
      .toMatch(
        /haat: the worker has ended by itself \(SIGKILL\); starting it again\n(.|\n)*haat: the worker runs again as process \d+, after/,
      )
    worker.child.kill("SIGTERM")
    expect(await worker.ended).toBe(0)
  })

  test("exits with one line when its server keeps crashing, and stops PostgreSQL", { timeout: 600_000 }, async () => {
    const started = start()
    await started.ready
    const killed = new Set<number>()
    while (started.child.exitCode === null) {
      const pid = existsSync(join(dataDir, `server-${port}.json`)) ? serverPid() : 0
      // It is killed only once it is ready.
      if (pid > 0 && !killed.has(pid)) process.kill(pid, "SIGKILL")
      killed.add(pid)
      await sleep(100)
    }
    expect(await started.ended).toBe(1)
    expect(started.output()).toContain(
      "haat: the server has ended by itself (SIGKILL), for the 11th time within a minute: it is not started again\n",
    )
    expect(findPostmaster(join(dataDir, "postgres"))).toBeNull()
    expect(existsSync(join(dataDir, `server-${port}.json`))).toBe(false)
  })
})
