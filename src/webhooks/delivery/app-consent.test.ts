import { v7 as uuidv7 } from "uuid"
import { expect } from "vitest"
import { personaOf } from "@/auth/persona"
import { revokeGrants } from "@/auth/revoke-grants"
import type { Scope } from "@/domain/scope"
import type { WebhookEvent } from "@/domain/webhook-event"
import { transaction } from "@/platform/db/transaction"
import { verifyWebhook } from "@/sdk/webhooks"
import { addTestClient, registerApp, type TestApp } from "@/testing/fixtures/oauth-apps"
import { test, type WebhookHarness } from "@/testing/fixtures/webhook-harness"
import { requeueRange, countInRange } from "@/webhooks/deliveries/requeue-range"
import { mintSecret, encryptSecret } from "@/webhooks/endpoints/endpoint-secret"
import { recordEvent } from "@/webhooks/events/record-events"

// Each title continues the sentence "An app's endpoint ...".

async function listeningApp(
  { marketplace, receiver }: WebhookHarness,
  path: string,
  { events, testClient = false }: { events: WebhookEvent[]; testClient?: boolean },
) {
  const live = await registerApp(marketplace, { optional: ["orders.read", "seller.orders.read"] })
  const app = testClient ? await addTestClient(marketplace, live) : live
  await marketplace.rows("UPDATE oauth_app SET events_since = now() WHERE id = $1", [app.id])
  const [endpoint, secret] = [uuidv7(), mintSecret()]
  await marketplace.rows(
    "INSERT INTO webhook_endpoint (id, app_id, url, events, livemode, secret_encrypted) VALUES ($1, $2, $3, $4, $5, $6)",
    [endpoint, app.id, receiver.url(path), events, !testClient, encryptSecret(endpoint, secret)],
  )
  const received = () => receiver.at(path).map(({ headers, body }) => verifyWebhook(secret, headers, body) as object)
  return { app, live, endpoint, told: received }
}
async function consent(
  { marketplace }: WebhookHarness,
  account: string,
  app: TestApp,
  scopes: Scope[] = ["orders.read"],
  persona = false,
): Promise<string> {
  const id = uuidv7()
  await marketplace.rows(
    "INSERT INTO oauth_grant (id, account_id, app_id, scopes, shown_scopes, persona) VALUES ($1, $2, $3, $4, $4, $5)",
    [id, account, app.id, scopes, persona],
  )
  return id
}

test("gets an account's event while the consent lasts, and no attempt begins afterwards", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
}) => {
  const {
    app,
    endpoint,
    told: received,
  } = await listeningApp(harness, path, { events: ["order.created", "app.deauthorized"] })
  const grant = await consent(harness, account, app)
  receiver.reply(path, 500)
  await marketplace.recordEvent(account)
  await harness.deliverDue()
  expect(received()).toEqual([
    expect.objectContaining({ type: "order.created", account: { id: `acc_${account}` }, livemode: true }),
  ])
  receiver.reply(path, 200)
  await transaction((tx) => revokeGrants(tx, [grant]))
  await marketplace.recordEvent(account)
  harness.advance(60)
  await harness.deliverDue()
  expect(received().slice(1)).toEqual([
    expect.objectContaining({
      type: "app.deauthorized",
      account: { id: `acc_${account}` },
      data: { scopes: ["orders.read"] },
    }),
  ])
  expect((await marketplace.deliveries(endpoint)).map(({ status, attempts }) => [status, attempts])).toEqual([
    ["failed", 1],
    ["delivered", 1],
  ])
})

test("gets nothing if the consent ends while a slow database reads it", async ({
  harness,
  marketplace,
  account,
  path,
}) => {
  const { app, endpoint, told: received } = await listeningApp(harness, path, { events: ["order.created"] })
  const grant = await consent(harness, account, app)
  await marketplace.recordEvent(account)
  const [former] = await marketplace.rows<{ sql: string }>(
    "SELECT pg_get_functiondef('scope_of_event(text)'::regprocedure) AS sql",
  )
  await marketplace.rows(
    "CREATE OR REPLACE FUNCTION scope_of_event(type text) RETURNS text LANGUAGE plpgsql AS $$ BEGIN PERFORM pg_sleep(3); RETURN 'orders.read'; END $$",
  )
  const delivering = harness.deliverDue()
  const reading = () =>
    marketplace.rows("SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'")
  await expect.poll(reading, { interval: 20 }).toHaveLength(1)
  await marketplace.rows(former?.sql ?? "")
  await transaction((tx) => revokeGrants(tx, [grant]))
  expect(await reading()).toHaveLength(1)
  await delivering
  expect(received()).toEqual([])
  expect((await marketplace.deliveries(endpoint)).map(({ status, attempts }) => [status, attempts])).toEqual([
    ["failed", 0],
  ])
})

test("gets nothing that no scope covers, of a locked account, of a suspended app, or of the other mode", async ({
  harness,
  marketplace,
  account,
  path,
}) => {
  const { app, told: received } = await listeningApp(harness, path, {
    events: ["order.created", "seller.order.updated"],
  })
  await consent(harness, account, app, ["profile.read"])
  const other = await marketplace.account()
  await consent(harness, other, app)
  await marketplace.recordEvent(account)
  await marketplace.recordEvent(other, { livemode: false })
  await marketplace.recordEvent(other, { type: "seller.order.updated" })
  await marketplace.recordEvent(other)
  const locked = await marketplace.account()
  await consent(harness, locked, app)
  await marketplace.recordEvent(locked)
  await marketplace.rows("UPDATE account SET locked_at = now() WHERE id = $1", [locked])
  await marketplace.rows("UPDATE oauth_app SET suspended_at = now() WHERE id = $1", [app.id])
  await harness.deliverDue()
  expect(received()).toEqual([])
  await marketplace.rows("UPDATE oauth_app SET suspended_at = NULL WHERE id = $1", [app.id])
  await harness.deliverDue()
  expect(received()).toEqual([expect.objectContaining({ account: { id: `acc_${other}` } })])
})

test("gets nothing that a consent covered when it happened, and covers no longer", async ({
  harness,
  marketplace,
  account,
  path,
}) => {
  const { app, endpoint, told: received } = await listeningApp(harness, path, { events: ["order.created"] })
  const grant = await consent(harness, account, app)
  await marketplace.recordEvent(account)
  await marketplace.rows(
    "UPDATE oauth_grant SET scopes = '{profile.read}', shown_scopes = '{orders.read,profile.read}' WHERE id = $1",
    [grant],
  )
  await harness.deliverDue()
  expect(received()).toEqual([])
  const [delivery] = await marketplace.deliveries(endpoint)
  expect([delivery?.status, delivery?.attempts]).toEqual(["failed", 0])
  await marketplace.rows("UPDATE oauth_grant SET scopes = '{orders.read}' WHERE id = $1", [grant])
  await harness.redeliver(delivery?.id ?? "")
  await harness.deliverDue()
  expect(received()).toHaveLength(1)
})

test("gets nothing again of an account whose consent has ended, one by one or in a replay", async ({
  harness,
  marketplace,
  account,
  path,
}) => {
  const { app, endpoint, told: received } = await listeningApp(harness, path, { events: ["order.created"] })
  const staying = await marketplace.account()
  const grant = await consent(harness, account, app)
  await consent(harness, staying, app)
  for (const each of [account, staying]) await marketplace.recordEvent(each)
  await harness.deliverDue()
  expect(received()).toHaveLength(2)
  await transaction((tx) => revokeGrants(tx, [grant]))
  const accountOf = (event: unknown): unknown => (event as { account: { id: string } }).account.id
  const all = { endpointId: endpoint, since: new Date(0), status: "all" } as const
  expect(await countInRange(all)).toBe(1)
  expect(await requeueRange(all, async () => undefined)).toBe(1)
  await harness.deliverDue()
  expect(received().slice(2).map(accountOf)).toEqual([`acc_${staying}`])
  const refused: unknown[] = []
  for (const { id } of await marketplace.deliveries(endpoint))
    await harness.redeliver(id).catch((error: unknown) => refused.push(error))
  expect(refused).toEqual([expect.objectContaining({ code: "invalid_state" })])
  expect(refused).toEqual([
    expect.objectContaining({ message: "The app no longer receives events of this delivery's account." }),
  ])
  await harness.deliverDue()
  expect(received().slice(3).map(accountOf)).toEqual([`acc_${staying}`])
})

test("gets a store's event once for each of its people who consents and still handles its orders", async ({
  harness,
  marketplace,
  account,
  path,
}) => {
  const { app, told: received } = await listeningApp(harness, path, { events: ["seller.order.updated"] })
  const store = await marketplace.store(`Store ${uuidv7()}`, { owner: account })
  const [colleague, former] = [await marketplace.account(), await marketplace.account()]
  for (const member of [colleague, former]) await marketplace.member(store, member, "orders")
  for (const person of [account, colleague, former]) await consent(harness, person, app, ["seller.orders.read"])
  const { sellerOrders } = await marketplace.order({ account: await marketplace.account(), stores: [store] })
  const subjectId = sellerOrders[0]?.id ?? ""
  const data = { id: `so_${subjectId}`, version: 2 }
  await transaction((tx) =>
    recordEvent(tx, { type: "seller.order.updated", audience: { storeId: store }, subjectId, livemode: true, data }),
  )
  await marketplace.rows("DELETE FROM store_member WHERE account_id = $1", [former])
  await harness.deliverDue()
  expect(
    received()
      .map((each) => (each as { account: { id: string } }).account.id)
      .sort(),
  ).toEqual([`acc_${account}`, `acc_${colleague}`].sort())
  expect(new Set(received().map((each) => (each as { id: string }).id)).size).toBe(2)
  await marketplace.rows("UPDATE store SET status = 'suspended' WHERE id = $1", [store])
  await transaction((tx) =>
    recordEvent(tx, { type: "seller.order.updated", audience: { storeId: store }, subjectId, livemode: true, data }),
  )
  await harness.deliverDue()
  expect(received()).toHaveLength(2)
})

test("of a test client names a stranger by a pairwise id", async ({ harness, marketplace, account, path }) => {
  const {
    app,
    live,
    told: received,
  } = await listeningApp(harness, path, { events: ["order.created"], testClient: true })
  await consent(harness, account, app, ["orders.read"], true)
  await marketplace.recordEvent(account, { livemode: false })
  await marketplace.recordEvent(account)
  await harness.deliverDue()
  expect(received()).toEqual([
    expect.objectContaining({ livemode: false, account: { id: personaOf(live.id, account).subject } }),
  ])
  expect(JSON.stringify(received())).not.toContain(account)
})

test("of a test client gets nothing of a stranger who becomes a tester, until they consent as themselves", async ({
  harness,
  marketplace,
  account,
  path,
}) => {
  const {
    app,
    live,
    told: received,
  } = await listeningApp(harness, path, { events: ["order.created"], testClient: true })
  const grant = await consent(harness, account, app, ["orders.read"], true)
  await marketplace.recordEvent(account, { livemode: false })
  await marketplace.rows("INSERT INTO oauth_app_tester (app_id, email) SELECT $1, email FROM account WHERE id = $2", [
    live.id,
    account,
  ])
  await harness.deliverDue()
  expect(received()).toEqual([])
  await marketplace.rows("UPDATE oauth_grant SET persona = false WHERE id = $1", [grant])
  await marketplace.recordEvent(account, { livemode: false })
  await harness.deliverDue()
  expect(received()).toEqual([expect.objectContaining({ account: { id: `acc_${account}` } })])
})
