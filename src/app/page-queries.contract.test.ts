import { afterAll, beforeAll, expect, test } from "vitest"
import { v7 as uuidv7 } from "uuid"
import { publicId } from "@/domain/public-id"
import { DatabaseProxy } from "@/testing/fixtures/database-proxy"
import { TestMarketplace } from "@/testing/fixtures/marketplace"
import { registerApp } from "@/testing/fixtures/oauth-apps"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { SESSION_COOKIE, startTestSession } from "@/testing/fixtures/session"
import { emptyTestDatabase, type TestDatabase } from "@/testing/setup/database"
import { startServer, type TestServer } from "@/testing/setup/server"
import { encryptSecret, mintSecret } from "@/webhooks/endpoints/endpoint-secret"

// A page reads its subject on the server, and its components find it in the HTML.

let database: TestDatabase
let proxy: DatabaseProxy
let server: TestServer
let marketplace: TestMarketplace
let account: string
let client: PortalClient

beforeAll(async () => {
  database = await emptyTestDatabase()
  proxy = new DatabaseProxy(database.url)
  await proxy.listen()
  server = await startServer({ lane: "fast", databaseUrl: proxy.url, env: { DATABASE_PREPARED: "off" } })
  marketplace = new TestMarketplace(database.url)
  account = await marketplace.account()
  client = new PortalClient(server.url).withCookie(SESSION_COOKIE, await startTestSession(marketplace, account))
})
afterAll(async () => {
  await marketplace.close()
  await server.kill()
  await proxy.disconnect()
  await database.drop()
})

const SESSION_SQL = "FROM session s JOIN account a"

/** Opens a page. @returns how often it read its session, and its subject with this statement */
async function reads(path: string, statement: string, shown: string): Promise<{ session: number; subject: number }> {
  const sent = await proxy.sentBy(async () => {
    const response = await client.fetch(path)
    expect([response.status, (await response.text()).includes(shown)]).toEqual([200, true])
  })
  return { session: sent.split(SESSION_SQL).length - 1, subject: sent.split(statement).length - 1 }
}

const ONCE = { session: 1, subject: 1 }

test("the pages of an app read it once", async () => {
  const { clientId, name } = await registerApp(marketplace, { owner: account })
  const readsOf = (tab: string) => reads(`/apps/${clientId}${tab}`, '"oauth_app"."client_id" = $1', name)
  for (const tab of ["", "/settings", "/test", "/webhooks"]) expect([tab, await readsOf(tab)]).toEqual([tab, ONCE])
})

test("the page of a profile reads the account once", async () => {
  expect(
    await reads(
      "/settings/profile",
      "FROM unnest($1::uuid[]) WITH ORDINALITY AS requested (id, ordinal) JOIN account",
      "Asha Jha",
    ),
  ).toEqual(ONCE)
})

test("the page of a delivery reads it once", async () => {
  const now = new Date()
  const [endpoint, event, delivery] = [uuidv7(), uuidv7(), uuidv7({ msecs: now.getTime() })]
  await marketplace.rows(
    "INSERT INTO webhook_endpoint (id, account_id, url, events, livemode, secret_encrypted) VALUES ($1, $2, 'https://hooks.example/', '{order.created}', true, $3)",
    [endpoint, account, encryptSecret(endpoint, mintSecret())],
  )
  await marketplace.rows(
    `INSERT INTO webhook_delivery (id, event_id, event_created_at, event_type, endpoint_id, status, attempts, created_at, last_attempt_at)
     VALUES ($1, $2, $3, 'order.created', $4, 'failed', 1, $3, $3)`,
    [delivery, event, now, endpoint],
  )
  const [endpointId, id] = [publicId("webhook_endpoint", endpoint), publicId("webhook_delivery", delivery)]
  expect(
    await reads(`/webhooks/${endpointId}/deliveries/${id}`, '"webhook_delivery"."id" = $1', publicId("event", event)),
  ).toEqual(ONCE)
})

test("the page of a key and its title read it once, besides the check of its events", async () => {
  const key = await marketplace.key(account)
  const path = `/keys/${publicId("api_key", key.id)}`
  expect(await reads(path, '"api_key"."id" = $1', "<title>test")).toEqual({ session: 1, subject: 2 })
})

test("the page of a store reads it once, besides the navigation", async () => {
  await marketplace.store("Mithila Haat", { owner: account })
  expect(await reads("/store", '"store_member"."account_id" = $1', "Mithila Haat")).toEqual({ session: 1, subject: 2 })
})
