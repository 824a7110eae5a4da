import { afterEach, beforeEach, expect, test } from "vitest"
import { hashPassword } from "@/auth/password"
import { Lane } from "@/testing/fixtures/lane"
import type { TestKey } from "@/testing/fixtures/marketplace"
import { PortalClient } from "@/testing/fixtures/portal-client"

// The server's and Next's bundles share the webhook fetcher, the pool and the limits, so each must recognize errors
// thrown by the other.

const PASSWORD = "kamal kachnar palash"
let lane: Lane
let key: TestKey
let portal: PortalClient

beforeEach(async () => {
  lane = await Lane.open("fast")
  const email = "asha@example.in"
  const account = await lane.marketplace.account({ email })
  await lane.marketplace.rows("UPDATE account SET password_hash = $2 WHERE id = $1", [
    account,
    await hashPassword(PASSWORD),
  ])
  key = await lane.marketplace.key(account, { scopes: ["webhooks.manage"] })
  portal = new PortalClient(lane.url)
  expect(await portal.signIn(email, PASSWORD)).toBeNull()
})
afterEach(() => lane.close())

const REFUSED = { url: "http://127.0.0.1/", events: ["order.created"] }

async function createByApi(): Promise<[status: number, code: string | undefined]> {
  const { status, json } = await lane.request("/v1/webhook-endpoints", { key, method: "POST", json: REFUSED })
  return [status, json.error.details[0]?.code]
}

async function createInPortal(): Promise<[status: number, code: string | undefined]> {
  const { status, details } = await portal.mutate("webhookEndpoints.create", REFUSED)
  return [status, details[0]?.code]
}

test.each([
  ["the API", [createByApi, createInPortal, createByApi]],
  ["the portal", [createInPortal, createByApi, createInPortal]],
] as const)("a refused URL is a 422 in the API and in the portal when %s is called first", async (_, calls) => {
  for (const call of calls) expect(await call()).toEqual([422, "https_required"])
})
