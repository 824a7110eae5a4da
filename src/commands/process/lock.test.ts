import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { tryLock } from "./lock.mjs"
import { processRecord } from "./process-identity.mjs"

let folder: string
let path: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "haat-lock-"))
  path = join(folder, "start.lock")
})

afterEach(() => rmSync(folder, { recursive: true }))

test("a lock is held by one process until it is released", () => {
  const first = tryLock(path)
  expect(first.held).toBe(true)
  expect(tryLock(path)).toMatchObject({ held: false, holder: { pid: process.pid } })
  if (first.held) first.release()
  expect(tryLock(path).held).toBe(true)
})

test("a lock shows that its holder is stopping", () => {
  const first = tryLock(path)
  if (first.held) first.stopping()
  expect(tryLock(path)).toMatchObject({ held: false, holder: { pid: process.pid, stopping: true } })
})

test("the lock of a killed process can be taken", async () => {
  const child = spawn("sleep", ["60"])
  writeFileSync(path, JSON.stringify(processRecord(child.pid ?? 0)))
  expect(tryLock(path).held).toBe(false)
  child.kill("SIGKILL")
  await once(child, "exit")
  expect(tryLock(path).held).toBe(true)
})

test("a lock whose process ID was reused can be taken", () => {
  writeFileSync(path, JSON.stringify({ pid: process.pid, identity: "of an earlier process" }))
  expect(tryLock(path).held).toBe(true)
})

test("a lock with a truncated file can be taken", () => {
  writeFileSync(path, '{"pid":')
  expect(tryLock(path).held).toBe(true)
})

test("exactly one of eight processes takes over a stale lock", async () => {
  writeFileSync(path, JSON.stringify({ pid: 999_999_999, identity: "gone" }))
  const program = `
    import { tryLock } from ${JSON.stringify(new URL("lock.mjs", import.meta.url).href)}
    process.stdout.write(String(tryLock(process.argv[1]).held))
    process.stdin.resume()`
  const children = Array.from({ length: 8 }, () =>
    spawn(process.execPath, ["--input-type=module", "--eval", program, path], { stdio: ["pipe", "pipe", "inherit"] }),
  )
  const outcomes = await Promise.all(
    children.map(async ({ stdout }) => {
      const [held] = (await once(stdout, "data")) as [Buffer]
      return held.toString()
    }),
  )
  // The holder stays alive until all processes have tried.
  const ended = children.map((child) => once(child, "exit"))
  for (const { stdin } of children) stdin.end()
  await Promise.all(ended)
  expect(outcomes.filter((held) => held === "true")).toHaveLength(1)
  expect(existsSync(path)).toBe(true)
})
