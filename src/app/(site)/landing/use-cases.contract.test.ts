import { execFile } from "node:child_process"
import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { promisify } from "node:util"
import { afterAll, beforeAll, expect, test } from "vitest"
import { Lane } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"

const run = promisify(execFile)

let lane: Lane
let key: TestKey
let html: string

// A server of its own: what it has found stays for ten minutes.
beforeAll(async () => {
  lane = await Lane.open("fast")
  const account = await lane.marketplace.account()
  key = await lane.marketplace.key(account)
  const store = await lane.marketplace.store("Mithila Haat", { owner: account })
  await lane.marketplace.product({ name: "Phool Makhana Classic", store, price: 29_900 })
  html = await (await fetch(`${lane.url}/`)).text()
}, 300_000)
afterAll(() => lane.close())

const ENTITIES: Record<string, string> = { "&quot;": '"', "&amp;": "&", "&lt;": "<", "&gt;": ">", "&#x27;": "'" }
function textOf(markup: string): string {
  return markup.replace(/<[^>]*>/g, "").replace(/&(?:quot|amp|lt|gt|#x27);/g, (entity) => ENTITIES[entity] ?? entity)
}

/** The requests of the page with the responses that it shows. */
function shownResponses(): { path: string; body: string }[] {
  return [...html.matchAll(/>GET (\/[^<]*)<.*?<pre[^>]*>(.*?)<\/pre>/gs)].map(([, path = "", body = ""]) => ({
    path: textOf(path),
    body: textOf(body),
  }))
}

test("each response of the start page is the API's", async () => {
  const shown = shownResponses()
  expect(shown.map(({ path }) => path.replace(/[?].*/, ""))).toEqual([
    "/v1/products",
    expect.stringMatching(/^\/v1\/products\/./),
    "/v1/suggestions",
    "/.well-known/openid-configuration",
  ])
  for (const { path, body } of shown) {
    const sent = await fetch(lane.url + path, { headers: { authorization: `Bearer ${key.secret}` } })
    expect(sent.status, path).toBe(200)
    expect(JSON.parse(body), path).toEqual(await sent.json())
  }
})

test("the search reads the price", () => {
  expect(JSON.parse(shownResponses()[0]?.body ?? "null")).toMatchObject({
    meta: { search: { interpreted: { max_price: 50_000 } } },
  })
})

test("the code of the sign-in runs as it stands", async () => {
  const folder = mkdtempSync(join(tmpdir(), "haat-use-case-"))
  symlinkSync(resolve("node_modules"), join(folder, "node_modules"))
  const codes = [...html.matchAll(/<pre[^>]*>(.*?)<\/pre>/gs)].map(([, code = ""]) => textOf(code))
  writeFileSync(join(folder, "sign-in.mjs"), codes.find((code) => code.includes("openid-client")) ?? "")
  const env = { ...process.env, HAAT_CLIENT_ID: "haat_client_x", HAAT_CLIENT_SECRET: "x" }
  const { stdout } = await run(process.execPath, ["sign-in.mjs"], { cwd: folder, env })
  expect(stdout).toMatch(`${lane.url}/oauth/authorize?`)
  expect(new URL(stdout.trim()).searchParams.get("code_challenge_method")).toBe("S256")
})
