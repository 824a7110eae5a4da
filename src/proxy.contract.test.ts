import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { Lane, LANES } from "@/testing/lane"

const PAGES = ["/", "/sign-in", "/sign-up", "/products", "/docs/errors", "/verify-email?token=none", "/nothing-here", "/keys"]

const EXPECTED: [string, RegExp][] = [
  ["x-content-type-options", /^nosniff$/],
  ["x-frame-options", /^DENY$/],
  ["referrer-policy", /^same-origin$/],
  ["permissions-policy", /camera=\(\)/],
  ["strict-transport-security", /^max-age=\d{8}/],
  ["content-security-policy", /frame-ancestors 'none'/],
]

describe.each(LANES)("the pages' security headers on the %s lane", (name) => {
  let lane: Lane
  beforeAll(async () => {
    lane = await Lane.open(name, { APP_URL: "https://haat.example" })
  })
  afterAll(() => lane.close())

  test.each(PAGES)("%s", async (path) => {
    const page = await fetch(lane.url + path, { redirect: "manual" })
    for (const [header, value] of EXPECTED) expect(page.headers.get(header), header).toMatch(value)
    const policy = page.headers.get("content-security-policy") ?? ""
    const nonce = /script-src 'nonce-([A-Za-z0-9+/]{22}==)' 'strict-dynamic';/.exec(policy)?.[1]
    expect(nonce).toBeDefined()
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    const scripts = (await page.text()).match(/<script[^>]*>/g) ?? []
    if (page.status === 200) expect(scripts).not.toEqual([])
    expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([])
  })

  test("the provider's own pages too", async () => {
    const page = await fetch(`${lane.url}/oauth/authorize`)
    expect(page.headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/)
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'")
    expect(page.headers.get("permissions-policy")).toMatch(/camera=\(\)/)
  })

  test("no two answers share a nonce", async () => {
    const policies = await Promise.all(Array.from({ length: 5 }, async () => (await fetch(`${lane.url}/sign-in`)).headers.get("content-security-policy")))
    expect(new Set(policies).size).toBe(5)
  })
})
