import { Webhook } from "standardwebhooks"
import { Webhook as SvixWebhook } from "svix"
import { expect } from "vitest"
import { v7 as uuidv7 } from "uuid"
import { transaction } from "@/platform/db/transaction"
import { recordEvent } from "@/webhooks/events/record-events"
import { test } from "@/testing/fixtures/webhook-harness"
import { mintSecret, encryptSecret } from "@/webhooks/endpoints/endpoint-secret"
import { cancelStoreDeliveries } from "@/webhooks/endpoints/pending-deliveries"
import { countInRange } from "@/webhooks/deliveries/requeue-range"

// Each title continues the sentence "An event ...".

test("arrives with a signature that the Standard Webhooks and Svix libraries verify", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  endpoint: { id, secret },
}) => {
  await marketplace.recordEvent(account, { data: { id: "ord_1", version: 7, note: "नमस्ते \u2028 😀" } })
  await harness.deliverDue()
  const [received] = receiver.at(path)
  if (!received) throw new Error("nothing has arrived")
  const [delivery] = await marketplace.deliveries(id)
  const event = {
    id: `evt_${delivery?.event_id}`,
    type: "order.created",
    api_version: "2026-05-01",
    livemode: true,
    data: { id: "ord_1", version: 7, note: "नमस्ते \u2028 😀" },
  }
  expect(JSON.parse(received.body)).toEqual({ ...event, timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string })
  expect(received.headers).toMatchObject({ "webhook-id": event.id, "content-type": "application/json" })
  for (const Library of [Webhook, SvixWebhook]) {
    expect(new Library(secret).verify(received.body, received.headers)).toMatchObject(event)
    expect(() => new Library(secret).verify(received.body.replace("ord_1", "ord_2"), received.headers)).toThrow()
    expect(() => new Library(mintSecret()).verify(received.body, received.headers)).toThrow()
  }
  expect(delivery).toMatchObject({ status: "delivered", attempts: 1, next_attempt_at: null })
  expect(await harness.attemptsOf(delivery?.id ?? "")).toEqual([
    expect.objectContaining({
      number: 1,
      trigger: "schedule",
      status_code: 200,
      error: null,
      response_body: "thank you",
      url: receiver.url(path),
      request_headers: expect.objectContaining({ "webhook-id": event.id }) as object,
      response_headers: expect.objectContaining({ "content-type": "text/plain" }) as object,
    }) as object,
  ])
})

test("is signed with both secrets for a day after a rotation, then with the new one only", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  endpoint: { id, secret },
}) => {
  const next = mintSecret()
  await marketplace.rows(
    "UPDATE webhook_endpoint SET previous_secret_encrypted = secret_encrypted, previous_secret_expires_at = now() + interval '24 hours', secret_encrypted = $2 WHERE id = $1",
    [id, encryptSecret(id, next)],
  )
  await marketplace.recordEvent(account)
  await harness.deliverDue()
  await marketplace.rows(
    "UPDATE webhook_endpoint SET previous_secret_expires_at = now() - interval '1 second' WHERE id = $1",
    [id],
  )
  await marketplace.recordEvent(account)
  await harness.deliverDue()
  const [both, one] = receiver.at(path)
  if (!both || !one) throw new Error("they have not arrived")
  for (const Library of [Webhook, SvixWebhook]) {
    for (const verifying of [secret, next])
      expect(() => new Library(verifying).verify(both.body, both.headers)).not.toThrow()
    expect(() => new Library(next).verify(one.body, one.headers)).not.toThrow()
    expect(() => new Library(secret).verify(one.body, one.headers)).toThrow()
  }
})

test("goes only to endpoints of its mode, type and audience: the account, or the store's order handlers", async ({
  marketplace,
  receiver,
  path,
}) => {
  const [owner, colleague, cataloguer, locked, stranger] = await Promise.all([
    marketplace.account(),
    marketplace.account(),
    marketplace.account(),
    marketplace.account(),
    marketplace.account(),
  ])
  const store = await marketplace.store(`Store ${uuidv7()}`, { owner })
  for (const [member, role] of [
    [colleague, "orders"],
    [cataloguer, "catalogue"],
    [locked, "manager"],
  ] as const)
    await marketplace.member(store, member, role)
  await marketplace.rows("UPDATE account SET locked_at = now() WHERE id = $1", [locked])
  const endpoints = {
    owner: await marketplace.endpoint(owner, receiver.url(path)),
    colleague: await marketplace.endpoint(colleague, receiver.url(path)),
    cataloguer: await marketplace.endpoint(cataloguer, receiver.url(path)),
    locked: await marketplace.endpoint(locked, receiver.url(path)),
    stranger: await marketplace.endpoint(stranger, receiver.url(path)),
    otherType: await marketplace.endpoint(owner, receiver.url(path), { events: ["order.created"] }),
    otherMode: await marketplace.endpoint(owner, receiver.url(path), { livemode: false }),
    deleted: await marketplace.endpoint(owner, receiver.url(path)),
  }
  await marketplace.rows("UPDATE webhook_endpoint SET deleted_at = now() WHERE id = $1", [endpoints.deleted.id])
  await transaction((tx) =>
    recordEvent(tx, {
      type: "seller.order.updated",
      audience: { storeId: store },
      subjectId: uuidv7(),
      livemode: true,
      data: {},
    }),
  )
  const reached = await Promise.all(
    Object.entries(endpoints).map(async ([name, { id }]) => [name, (await marketplace.deliveries(id)).length]),
  )
  expect(Object.fromEntries(reached)).toEqual({
    owner: 1,
    colleague: 1,
    cataloguer: 0,
    locked: 1,
    stranger: 0,
    otherType: 0,
    otherMode: 0,
    deleted: 0,
  })
})

test("waits while its account is locked, and is sent after the unlock", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  endpoint: { id },
}) => {
  await marketplace.recordEvent(account)
  await marketplace.rows("UPDATE account SET locked_at = now() WHERE id = $1", [account])
  await harness.deliverDue()
  expect(receiver.at(path)).toEqual([])
  // Not even if the worker was notified of the endpoint before.
  harness.deliverer.notify([id])
  await harness.deliverer.idle()
  expect(receiver.at(path)).toEqual([])
  await marketplace.rows("UPDATE account SET locked_at = NULL WHERE id = $1", [account])
  await harness.deliverDue()
  expect(receiver.at(path)).toHaveLength(1)
})

test("of a store is neither sent nor redelivered to a member who has left the store", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
}) => {
  const store = await marketplace.store(`Store ${uuidv7()}`, { owner: await marketplace.account() })
  await marketplace.member(store, account, "orders")
  const { id } = await marketplace.endpoint(account, receiver.url(path))
  const happen = () =>
    transaction((tx) =>
      recordEvent(tx, {
        type: "seller.order.updated",
        audience: { storeId: store },
        subjectId: uuidv7(),
        livemode: true,
        data: {},
      }),
    )
  await happen()
  await harness.deliverDue()
  await happen()
  await marketplace.recordEvent(account)
  const [sent, waiting, own] = await marketplace.deliveries(id)
  await marketplace.rows("DELETE FROM store_member WHERE account_id = $1", [account])
  await transaction((tx) => cancelStoreDeliveries(tx, account, store))
  await harness.deliverDue()
  expect(receiver.at(path)).toHaveLength(2)
  expect(await marketplace.deliveries(id)).toMatchObject([
    { id: sent?.id, status: "delivered" },
    { id: waiting?.id, status: "failed", attempts: 0 },
    { id: own?.id, status: "delivered" },
  ])
  for (const delivery of [sent, waiting])
    await expect(harness.redeliver(delivery?.id ?? "")).rejects.toMatchObject({
      code: "invalid_state",
      message: expect.stringContaining("no longer") as string,
    })
  expect(await countInRange({ endpointId: id, since: new Date(0) })).toBe(0)
  expect(await harness.redeliverFailed({ endpointId: id, since: new Date(0) })).toBe(0)
  await harness.redeliver(own?.id ?? "")
})

test("of a change that is rolled back is never sent", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  endpoint: { id },
}) => {
  await expect(
    transaction(async (tx) => {
      await recordEvent(tx, {
        type: "order.created",
        audience: { accountId: account },
        subjectId: uuidv7(),
        livemode: true,
        data: {},
      })
      throw new Error("no stock")
    }),
  ).rejects.toThrow("no stock")
  await harness.deliverDue()
  expect(await marketplace.deliveries(id)).toEqual([])
  expect(await marketplace.rows("SELECT FROM webhook_event WHERE account_id = $1", [account])).toEqual([])
  expect(receiver.at(path)).toEqual([])
})
