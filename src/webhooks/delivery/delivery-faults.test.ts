import { expect } from "vitest"
import { addEventFault, test } from "@/testing/fixtures/webhook-harness"

test("a duplicate is delivered twice with one id, as often as requested", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  testEndpoint: { id },
}) => {
  const fault = await addEventFault(harness, account, { behaviour: "duplicate", times: 2 })
  for (let event = 0; event < 3; event++) {
    await marketplace.recordEvent(account, { livemode: false })
    await harness.deliverDue()
    await harness.deliverDue()
  }
  const ids = receiver.at(path).map(({ headers }) => headers["webhook-id"])
  expect([ids.length, ids[0] === ids[1], ids[2] === ids[3], new Set(ids).size]).toEqual([5, true, true, 3])
  expect(receiver.at(path).map(({ headers }) => headers["haat-sandbox-fault"])).toEqual([
    ...Array<string>(4).fill(fault),
    undefined,
  ])
  expect((await marketplace.deliveries(id)).map(({ status }) => status)).toEqual(Array(5).fill("delivered"))
  expect(await marketplace.rows("SELECT FROM sandbox_fault")).toEqual([])
})

test("a late delivery is first attempted after its delay", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  testEndpoint: { id },
}) => {
  const fault = await addEventFault(harness, account, { behaviour: "delay", delayMs: 600_000 })
  await marketplace.recordEvent(account, { livemode: false })
  await harness.deliverDue()
  expect(receiver.at(path)).toEqual([])
  const [waiting] = await marketplace.deliveries(id)
  expect(waiting).toMatchObject({ status: "pending", attempts: 0 })
  harness.now = new Date((waiting?.next_attempt_at?.getTime() ?? 0) - 1_000)
  await harness.deliverDue()
  expect(receiver.at(path)).toEqual([])
  harness.advance(2)
  await harness.deliverDue()
  expect(receiver.at(path).map(({ headers }) => headers["haat-sandbox-fault"])).toEqual([fault])
})

test("an event is overtaken by the next one, and then delivered", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  testEndpoint: { id },
}) => {
  const fault = await addEventFault(harness, account, { behaviour: "out_of_order", delayMs: 3_600_000 })
  await marketplace.recordEvent(account, { livemode: false })
  await harness.deliverDue()
  expect(receiver.at(path)).toEqual([])
  await marketplace.recordEvent(account, { livemode: false })
  await harness.deliverDue()
  await expect.poll(() => receiver.at(path).length, { timeout: 5_000 }).toBe(2)
  await harness.deliverer.idle()
  const events = (await marketplace.deliveries(id)).map(({ event_id }) => `evt_${event_id}`)
  expect(receiver.at(path).map(({ headers }) => headers["webhook-id"])).toEqual(events.toReversed())
  expect(receiver.at(path).map(({ headers }) => headers["haat-sandbox-fault"])).toEqual([undefined, fault])
})

test("an event that nothing overtakes is delivered after its time", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
}) => {
  await marketplace.endpoint(account, receiver.url(path), { livemode: false })
  await addEventFault(harness, account, { behaviour: "out_of_order", delayMs: 300_000 })
  await marketplace.recordEvent(account, { livemode: false })
  await harness.deliverDue()
  expect(receiver.at(path)).toEqual([])
  harness.advance(301)
  await harness.deliverDue()
  expect(receiver.at(path)).toHaveLength(1)
})

test("live deliveries, other events, other accounts and retries are unchanged", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
}) => {
  const other = await marketplace.account()
  await marketplace.endpoint(account, receiver.url(path))
  await marketplace.endpoint(account, receiver.url(path), { livemode: false })
  await marketplace.endpoint(other, receiver.url(path), { livemode: false })
  await marketplace.recordEvent(account, { livemode: false })
  receiver.reply(path, 500)
  await harness.deliverDue()
  receiver.reply(path, 200)
  await addEventFault(harness, account, { behaviour: "delay", delayMs: 600_000 })
  await marketplace.recordEvent(account)
  await marketplace.recordEvent(account, { livemode: false, type: "order.refunded" })
  await marketplace.recordEvent(other, { livemode: false })
  harness.advance(10)
  await harness.deliverDue()
  expect(receiver.at(path)).toHaveLength(5)
  expect(receiver.at(path).filter(({ headers }) => headers["haat-sandbox-fault"])).toEqual([])
})
