import { Webhook } from "standardwebhooks"
import { expect } from "vitest"
import { EXAMPLE_ACCOUNT_ID } from "@/domain/webhook-event"
import { registerApp } from "@/testing/fixtures/oauth-apps"
import { test } from "@/testing/fixtures/webhook-harness"
import { countInRange } from "@/webhooks/deliveries/requeue-range"
import { sendTest } from "@/webhooks/endpoints/send-test"

// Each title continues the sentence "A test event ...".

test("returns the response to a ping in any state of the endpoint, and is stored as one delivery", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
}) => {
  const { id, secret } = await marketplace.endpoint(account, receiver.url(path), { livemode: false })
  await marketplace.rows("UPDATE webhook_endpoint SET status = 'paused' WHERE id = $1", [id])
  receiver.reply(path, (_received, response) => response.writeHead(418, { "x-pot": "short and stout" }).end("tea"))
  const result = await sendTest(id)
  expect(result).toMatchObject({
    statusCode: 418,
    error: null,
    responseBody: "tea",
    responseHeaders: { "x-pot": "short and stout" },
  })
  const [received] = receiver.at(path)
  expect(new Webhook(secret).verify(received?.body ?? "", received?.headers ?? {})).toMatchObject({
    type: "ping",
    livemode: false,
    data: { webhook_endpoint: `we_${id}` },
  })
  expect(await marketplace.deliveries(id)).toEqual([
    expect.objectContaining({ id: result.deliveryId, status: "failed", attempts: 1 }),
  ])
  expect((await harness.attemptsOf(result.deliveryId)).map(({ trigger }) => trigger)).toEqual(["test"])
  expect(await harness.stateOf(id)).toMatchObject({ status: "paused", failures_in_a_row: 0 })
  expect(await countInRange({ endpointId: id, since: new Date(0) })).toBe(0)
})

test("names the example account to an app where its real events name one", async ({
  marketplace,
  receiver,
  account,
  path,
}) => {
  const own = await marketplace.endpoint(account, receiver.url(path))
  const ofApp = await marketplace.endpoint(account, receiver.url(path))
  const { id: app } = await registerApp(marketplace, { owner: account })
  await marketplace.rows("UPDATE webhook_endpoint SET account_id = NULL, app_id = $2 WHERE id = $1", [ofApp.id, app])
  const types = ["order.created", "seller.order.updated", "app.authorized", "limit.approaching"] as const
  for (const type of types) await sendTest(ofApp.id, { type, data: {} })
  await sendTest(ofApp.id)
  await sendTest(own.id, { type: "order.created", data: {} })
  const received = receiver.at(path).map(({ body }) => JSON.parse(body) as { account?: { id: string } })
  expect(received.map(({ account: about }) => about?.id)).toEqual([
    EXAMPLE_ACCOUNT_ID,
    EXAMPLE_ACCOUNT_ID,
    EXAMPLE_ACCOUNT_ID,
    undefined,
    undefined,
    undefined,
  ])
})

test("returns the reason for a missing response, and a not_found error for a deleted endpoint", async ({
  marketplace,
  account,
}) => {
  const { id } = await marketplace.endpoint(account, "http://127.0.0.1:1/")
  expect(await sendTest(id)).toMatchObject({ statusCode: null, error: "connection_refused", responseBody: null })
  await marketplace.rows("UPDATE webhook_endpoint SET deleted_at = now() WHERE id = $1", [id])
  await expect(sendTest(id)).rejects.toMatchObject({ code: "not_found" })
})
