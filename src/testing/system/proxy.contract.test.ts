import { readdirSync } from "node:fs"
import { dirname } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { hashPassword } from "@/auth/password"
import { Lane, LANES } from "@/testing/fixtures/lane"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { makeStaff, signInWithCode } from "@/testing/fixtures/second-factor"

/** Every page with a constant URL; e2e/pages.spec.ts covers those with parameters. */
const PAGES = readdirSync("src/app", { recursive: true, encoding: "utf8" })
  .filter((file) => /(^|[\\/])page\.tsx$/.test(file) && !file.includes("["))
  .map((file) => `/${dirname(file).replaceAll("\\", "/")}`.replaceAll(/\/\([a-z]+\)|\/\.$/g, "") || "/")
const PASSWORD = "a long password"

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

  /** @returns the page's status */
  const expectGuarded = async (page: Response): Promise<number> => {
    for (const [header, value] of EXPECTED) expect(page.headers.get(header), header).toMatch(value)
    const policy = page.headers.get("content-security-policy") ?? ""
    const nonce = /script-src 'nonce-([A-Za-z0-9+/]{22}==)' 'strict-dynamic';/.exec(policy)?.[1]
    expect(nonce).toBeDefined()
    expect(policy).not.toMatch(/script-src[^;]*unsafe/)
    const scripts = (await page.text()).match(/<script[^>]*>/g) ?? []
    if (page.status === 200) expect(scripts).not.toEqual([])
    expect(scripts.filter((script) => !script.includes(`nonce="${nonce}"`))).toEqual([])
    return page.status
  }

  test.each([...PAGES, "/nothing-here", "/verify-email?token=none"])(
    "are complete on %s without a session",
    async (path) => {
      await expectGuarded(await fetch(lane.url + path, { redirect: "manual" }))
    },
  )

  test("are complete on every page for a staff member who owns a store", async () => {
    const email = "asha@example.in"
    const account = await lane.marketplace.account({ email })
    await lane.marketplace.rows("UPDATE account SET password_hash = $2 WHERE id = $1", [
      account,
      await hashPassword(PASSWORD),
    ])
    await lane.marketplace.store("Asha's", { owner: account })
    const client = new PortalClient(lane.url)
    expect(await signInWithCode(client, email, PASSWORD, await makeStaff(lane.marketplace, account))).toBeNull()
    const statuses = new Map<string, number>()
    for (const path of PAGES) statuses.set(path, await expectGuarded(await client.fetch(path)))
    const shown = [...statuses].filter(([, status]) => status === 200).map(([path]) => path)
    expect(shown).toEqual(
      expect.arrayContaining([
        "/overview",
        "/keys",
        "/requests",
        "/apps",
        "/webhooks",
        "/orders",
        "/store",
        "/store/offers",
        "/store/people",
        "/connected-apps",
        "/settings/security",
        "/staff",
        "/staff/audit",
      ]),
    )
    expect([...statuses].filter(([, status]) => status >= 400)).toEqual([
      ["/not-found/portal", 404],
      ["/not-found/site", 404],
    ])
  })

  test("are set on the OAuth provider's pages", async () => {
    const page = await fetch(`${lane.url}/oauth/authorize`)
    expect(page.headers.get("strict-transport-security")).toMatch(/^max-age=\d{8}/)
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'")
    expect(page.headers.get("permissions-policy")).toMatch(/camera=\(\)/)
  })

  test("have a different nonce in every response", async () => {
    const policies = await Promise.all(
      Array.from({ length: 5 }, async () =>
        (await fetch(`${lane.url}/sign-in`)).headers.get("content-security-policy"),
      ),
    )
    expect(new Set(policies).size).toBe(5)
  })
})
