import { afterAll, beforeAll, expect, test } from "vitest"
import { EXAMPLE_ACCOUNT_ID } from "@/domain/webhook-event"
import { addTestClient, registerApp } from "@/testing/fixtures/oauth-apps"
import { Lane } from "@/testing/fixtures/lane"
import type { PortalClient } from "@/testing/fixtures/portal-client"

// The portal names the app whose own endpoints and events a procedure is about in a header.

let lane: Lane

beforeAll(async () => {
  lane = await Lane.lease("fast", { WEBHOOK_LOOPBACK: "1" })
})
afterAll(() => lane.close())

const URL = "http://127.0.0.1:9/hooks"
function create(client: PortalClient, event = "order.created") {
  return client.mutate<{ data: { id: string; livemode: boolean } }>("webhookEndpoints.create", {
    url: URL,
    events: [event],
  })
}
async function idsOf(client: PortalClient): Promise<string[]> {
  return (await client.query<{ data: { id: string }[] }>("webhookEndpoints.list", { per_page: 100 })).data.data.map(
    ({ id }) => id,
  )
}

test("the developer sees and changes an app's own endpoints apart from those of the account", async () => {
  const app = await registerApp(lane.marketplace)
  const developer = await lane.signedIn(app.ownerId)
  const ofApp = developer.ofApp(app.clientId)
  const own = await create(developer)
  const apps = await create(ofApp, "app.authorized")
  expect([own.status, apps.status, apps.data.data.livemode]).toEqual([200, 200, true])
  const [account, id] = [own.data.data.id, apps.data.data.id]
  expect([await idsOf(developer), await idsOf(ofApp)]).toEqual([[account], [id]])
  expect((await create(developer, "app.authorized")).details[0]?.param).toBe("events")
  expect((await create(ofApp, "key.expiring")).details[0]?.param).toBe("events")
  for (const [client, foreign] of [
    [developer, id],
    [ofApp, account],
  ] as const)
    for (const procedure of ["update", "rotateSecret", "test", "delete"])
      expect((await client.mutate(`webhookEndpoints.${procedure}`, { id: foreign, status: "paused" })).problem).toBe(
        "not_found",
      )
  expect((await ofApp.mutate("webhookEndpoints.test", { id })).status).toBe(200)
  const { data: deliveries } = await ofApp.query<{ data: { event_type: string }[] }>("webhookDeliveries.list", {
    endpoint: id,
  })
  expect(deliveries.data.map(({ event_type: type }) => type)).toEqual(["ping"])
  await ofApp.mutate("webhookEndpoints.test", { id, type: "order.created" })
  const [sample] = (await ofApp.query<{ data: { id: string }[] }>("webhookDeliveries.list", { endpoint: id })).data.data
  const sent = await ofApp.query<{ data: { body: string } }>("webhookDeliveries.get", { id: sample?.id })
  expect(JSON.parse(sent.data.data.body)).toMatchObject({ type: "order.created", account: { id: EXAMPLE_ACCOUNT_ID } })
  expect((await developer.query("webhookDeliveries.list", { endpoint: id })).problem).toBe("not_found")
  expect((await ofApp.mutate("webhookEndpoints.rotateSecret", { id })).status).toBe(200)
  expect((await ofApp.mutate("webhookEndpoints.delete", { id })).status).toBe(200)
  expect(await idsOf(ofApp)).toEqual([])
  expect(await idsOf(developer)).toEqual([account])
})

test("in the sandbox they are the test client's", async () => {
  const app = await registerApp(lane.marketplace)
  const ofApp = (await lane.signedIn(app.ownerId)).ofApp(app.clientId)
  const inSandbox = ofApp.inMode("sandbox")
  expect((await inSandbox.query("webhookEndpoints.list", {})).problem).toBe("not_found")
  const client = await addTestClient(lane.marketplace, app)
  const created = await create(inSandbox)
  expect(created.data.data.livemode).toBe(false)
  expect([await idsOf(inSandbox), await idsOf(ofApp)]).toEqual([[created.data.data.id], []])
  const [row] = await lane.marketplace.rows<{ app_id: string }>("SELECT app_id FROM webhook_endpoint WHERE id = $1", [
    created.data.data.id.slice(3),
  ])
  expect(row?.app_id).toBe(client.id)
})

test("apps of other accounts, public clients, deleted apps and unknown apps have none", async () => {
  const [app, open, deleted] = [
    await registerApp(lane.marketplace),
    await registerApp(lane.marketplace, { type: "public" }),
    await registerApp(lane.marketplace),
  ]
  await lane.marketplace.rows("UPDATE oauth_app SET deleted_at = now() WHERE id = $1", [deleted.id])
  const stranger = await lane.signedIn(await lane.marketplace.account())
  for (const [client, clientId] of [
    [stranger, app.clientId],
    [await lane.signedIn(open.ownerId), open.clientId],
    [await lane.signedIn(deleted.ownerId), deleted.clientId],
    [stranger, "haat_client_none"],
  ] as const) {
    const ofApp = client.ofApp(clientId)
    expect((await ofApp.query("webhookEndpoints.list", {})).problem).toBe("not_found")
    expect((await create(ofApp)).problem).toBe("not_found")
  }
})
