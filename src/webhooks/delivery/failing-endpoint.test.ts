import { expect } from "vitest"
import { verifyWebhook } from "@/sdk/webhooks"
import { test } from "@/testing/fixtures/webhook-harness"

// Each title continues the sentence "An endpoint that fails ...".

test("causes an email at 5, 10 and 15 failures in a row, and is disabled with an email at 20", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  endpoint: { id },
}) => {
  receiver.reply(path, 500)
  for (let failure = 1; failure <= 20; failure++) {
    expect(await harness.stateOf(id)).toMatchObject({ status: "enabled", failures_in_a_row: failure - 1 })
    await marketplace.recordEvent(account)
    await harness.deliverDue()
    harness.advance(60)
  }
  expect(await harness.stateOf(id)).toEqual({ status: "disabled", disabled_reason: "failing", failures_in_a_row: 20 })
  expect(await harness.emails()).toEqual([
    { template: "webhook_failing", count: "5" },
    { template: "webhook_failing", count: "10" },
    { template: "webhook_failing", count: "15" },
    { template: "webhook_disabled", count: "20" },
  ])
  const sent = receiver.at(path).length
  harness.advance(200_000)
  await marketplace.recordEvent(account)
  await harness.deliverDue()
  expect(receiver.at(path)).toHaveLength(sent)
  receiver.reply(path, 200)
  await marketplace.rows(
    "UPDATE webhook_endpoint SET status = 'enabled', disabled_reason = NULL, failures_in_a_row = 0 WHERE id = $1",
    [id],
  )
  await harness.deliverDue()
  expect((await marketplace.deliveries(id)).map(({ status }) => status)).toEqual(Array(21).fill("delivered"))
})

test("for a single event causes an email after the fifth scheduled attempt", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  endpoint: { id },
}) => {
  receiver.reply(path, 500)
  await marketplace.recordEvent(account)
  for (let attempt = 1; attempt <= 5; attempt++) {
    expect(await harness.emails()).toEqual([])
    await harness.deliverDue()
    expect(await harness.stateOf(id)).toMatchObject({ failures_in_a_row: attempt })
    const [delivery] = await marketplace.deliveries(id)
    harness.now = delivery?.next_attempt_at ?? harness.now
  }
  expect(receiver.at(path)).toHaveLength(5)
  expect(await harness.emails()).toEqual([{ template: "webhook_failing", count: "5" }])
})

test("counts failures within four seconds once, so that a short outage does not disable it", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  endpoint: { id },
}) => {
  receiver.reply(path, 503)
  for (let event = 0; event < 40; event++) {
    await marketplace.recordEvent(account)
    await harness.deliverDue()
    harness.advance(0.1)
  }
  expect(receiver.at(path)).toHaveLength(40)
  expect(await harness.stateOf(id)).toEqual({ status: "enabled", disabled_reason: null, failures_in_a_row: 1 })
  expect(await harness.emails()).toEqual([])
  await marketplace.recordEvent(account)
  await harness.deliverDue()
  expect(await harness.stateOf(id)).toMatchObject({ failures_in_a_row: 2 })
})

test("counts from 0 again after one success", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  endpoint: { id },
}) => {
  receiver.reply(path, 500)
  for (let failure = 1; failure <= 4; failure++) {
    await marketplace.recordEvent(account)
    await harness.deliverDue()
    expect(await harness.stateOf(id)).toMatchObject({ failures_in_a_row: failure })
    harness.advance(60)
  }
  receiver.reply(path, 200)
  await marketplace.recordEvent(account)
  await harness.deliverDue()
  expect(await harness.stateOf(id)).toMatchObject({ failures_in_a_row: 0 })
  receiver.reply(path, 500)
  await marketplace.recordEvent(account)
  await harness.deliverDue()
  expect(await harness.stateOf(id)).toMatchObject({ failures_in_a_row: 1 })
  expect(await harness.emails()).toEqual([])
})

test("counts from 0 again even if the first write of the success failed", async ({
  harness,
  marketplace,
  account,
  endpoint: { id },
}) => {
  await marketplace.rows("UPDATE webhook_endpoint SET failures_in_a_row = 4 WHERE id = $1", [id])
  await marketplace.rows(`
    CREATE SEQUENCE refusals;
    CREATE FUNCTION refuse_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF nextval('refusals') = 1 THEN RAISE EXCEPTION 'come again' USING ERRCODE = 'serialization_failure'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER refuse_once BEFORE UPDATE ON webhook_endpoint FOR EACH ROW EXECUTE FUNCTION refuse_once()`)
  try {
    await marketplace.recordEvent(account)
    await harness.deliverDue()
  } finally {
    await marketplace.rows(
      "DROP TRIGGER refuse_once ON webhook_endpoint; DROP FUNCTION refuse_once; DROP SEQUENCE refusals",
    )
  }
  expect(await marketplace.deliveries(id)).toEqual([expect.objectContaining({ status: "delivered", attempts: 1 })])
  expect(await harness.stateOf(id)).toMatchObject({ failures_in_a_row: 0 })
})

test("with a 410 is disabled immediately, with an email, and gets no more deliveries", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  endpoint: { id },
}) => {
  receiver.reply(path, 410)
  await marketplace.recordEvent(account)
  await harness.deliverDue()
  expect(await harness.stateOf(id)).toMatchObject({ status: "disabled", disabled_reason: "gone" })
  expect(await harness.emails()).toEqual([{ template: "webhook_gone", count: "1" }])
  await marketplace.recordEvent(account)
  expect(await marketplace.deliveries(id)).toEqual([expect.objectContaining({ status: "failed", attempts: 1 })])
})

test("until it is disabled is reported to the account's other endpoints, once", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  endpoint: { id, secret },
}) => {
  const events = ["order.created", "webhook_endpoint.disabled"]
  await marketplace.rows("UPDATE webhook_endpoint SET events = $2, failures_in_a_row = 19 WHERE id = $1", [id, events])
  const other = await marketplace.endpoint(account, receiver.url(`${path}-other`), { events: events.slice(1) })
  await marketplace.endpoint(account, receiver.url(`${path}-test`), { events: events.slice(1), livemode: false })
  receiver.reply(path, 500)
  await marketplace.recordEvent(account)
  await marketplace.recordEvent(account)
  await harness.deliverDue()
  harness.advance(60)
  await harness.deliverDue()
  expect(await harness.stateOf(id)).toMatchObject({ status: "disabled", disabled_reason: "failing" })
  const received = receiver.at(`${path}-other`).map(({ headers, body }) => verifyWebhook(other.secret, headers, body))
  expect(received).toEqual([
    expect.objectContaining({
      type: "webhook_endpoint.disabled",
      livemode: true,
      data: expect.objectContaining({ id: `we_${id}`, status: "disabled", failures_in_a_row: 20, events }) as object,
    }),
  ])
  expect(JSON.stringify(received)).not.toContain(secret)
  expect(receiver.at(`${path}-test`)).toEqual([])
  expect((await marketplace.deliveries(id)).map(({ status }) => status)).toEqual(["pending", "pending"])
})
