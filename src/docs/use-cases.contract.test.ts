import { execFile } from "node:child_process"
import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test, vi } from "vitest"
import type { UseCases } from "@/docs/use-cases"
import { Lane } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"

const run = promisify(execFile)

let lane: Lane
let key: TestKey
let found: UseCases

beforeAll(async () => {
  lane = await Lane.open("fast")
  vi.stubEnv("DATABASE_URL", lane.databaseUrl)
  vi.stubEnv("APP_URL", lane.url)
  const account = await lane.marketplace.account()
  key = await lane.marketplace.key(account)
  const store = await lane.marketplace.store("Mithila Haat", { owner: account })
  await lane.marketplace.product({ name: "Phool Makhana Classic", store, price: 29_900 })
  found = await (await import("@/docs/use-cases")).useCases()
}, 300_000)
afterAll(async () => {
  const { pool } = await import("@/platform/db/pool")
  await pool().end()
  await lane.close()
})

test.each(["search", "storefront", "suggestions", "signIn"] as const)("the response to %s is the API's", async (id) => {
  const { request, response } = found[id]
  const path = request.replace(/^GET /, "")
  const sent = await fetch(lane.url + path, { headers: { authorization: `Bearer ${key.secret}` } })
  expect(sent.status).toBe(200)
  expect(JSON.parse(response ?? "null")).toEqual(await sent.json())
})

test("the search corrects a typo and reads the price", () => {
  expect(found.understood).toMatchObject({
    query: "phool mahkana under 500",
    search: { corrected_query: "phool makhana", interpreted: { max_price: 50_000 } },
  })
})

test("the code of the sign-in runs as it stands", async () => {
  const folder = mkdtempSync(join(tmpdir(), "haat-use-case-"))
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"))
  const code = found.signIn.snippets.find(({ language }) => language === "sdk")?.code ?? ""
  writeFileSync(join(folder, "sign-in.mjs"), code)
  const env = { ...process.env, HAAT_CLIENT_ID: "haat_client_x", HAAT_CLIENT_SECRET: "x" }
  const { stdout } = await run(process.execPath, ["sign-in.mjs"], { cwd: folder, env })
  expect(stdout).toMatch(`${lane.url}/oauth/authorize?`)
  expect(new URL(stdout.trim()).searchParams.get("code_challenge_method")).toBe("S256")
})
