import { expect } from "vitest"
import { v7 as uuidv7 } from "uuid"
import { test as webhookTest } from "@/testing/fixtures/webhook-harness"
import { countInRange } from "@/webhooks/deliveries/requeue-range"

// Each title continues the sentence "A redelivery ...".

const test = webhookTest
  /** A delivery whose ten attempts have all failed. */
  .extend(
    "failed",
    ({ harness, marketplace, receiver, account, path }) =>
      async (endpointId: string): Promise<string> => {
        receiver.reply(path, 500)
        await marketplace.recordEvent(account)
        for (let attempt = 0; attempt < 10; attempt++) {
          await harness.deliverDue()
          harness.advance(200_000)
        }
        receiver.reply(path, 200)
        return (await marketplace.deliveries(endpointId)).at(-1)?.id ?? ""
      },
  )
  /** A delivery after two failed attempts, whose third is due in minutes. */
  .extend(
    "postponed",
    ({ harness, marketplace, receiver, account, path }) =>
      async (endpointId: string): Promise<string> => {
        receiver.reply(path, 503)
        await marketplace.recordEvent(account)
        await harness.deliverDue()
        harness.advance(10)
        await harness.deliverDue()
        return (await marketplace.deliveries(endpointId)).at(-1)?.id ?? ""
      },
  )

test("keeps the event's ID, is one attempt, and does not count as a failure of the endpoint", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  failed,
}) => {
  const { id } = await marketplace.endpoint(account, receiver.url(path))
  const delivery = await failed(id)
  receiver.reply(path, 410)
  await harness.redeliver(delivery)
  await harness.deliverDue()
  harness.advance(200_000)
  await harness.deliverDue()
  expect(receiver.at(path)).toHaveLength(11)
  expect(await harness.stateOf(id)).toMatchObject({ status: "enabled", failures_in_a_row: 10 })
  receiver.reply(path, 200)
  await harness.redeliver(delivery)
  await expect(harness.redeliver(delivery)).rejects.toMatchObject({ code: "invalid_state" })
  await harness.deliverDue()
  expect(new Set(receiver.at(path).map(({ headers }) => headers["webhook-id"])).size).toBe(1)
  expect(await marketplace.deliveries(id)).toEqual([expect.objectContaining({ status: "delivered", attempts: 12 })])
  expect((await harness.attemptsOf(delivery)).slice(-2).map(({ number, trigger }) => ({ number, trigger }))).toEqual([
    { number: 11, trigger: "redelivery" },
    { number: 12, trigger: "redelivery" },
  ])
  await harness.redeliver(delivery)
  await harness.deliverDue()
  expect(receiver.at(path)).toHaveLength(13)
})

test("of a delivery that waits for its next attempt is sent immediately, and completes it", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  postponed,
}) => {
  const { id } = await marketplace.endpoint(account, receiver.url(path))
  await marketplace.recordEvent(account)
  const [waiting] = await marketplace.deliveries(id)
  // Its first attempt is due already, so there is nothing to bring forward.
  await expect(harness.redeliver(waiting?.id ?? "")).rejects.toMatchObject({ code: "invalid_state" })
  await harness.deliverDue()
  const delivery = await postponed(id)
  receiver.reply(path, 200)
  await harness.redeliver(delivery)
  await harness.deliverDue()
  expect(await marketplace.deliveries(id)).toMatchObject([
    { status: "delivered", attempts: 1 },
    { status: "delivered", attempts: 3, next_attempt_at: null },
  ])
  expect(await harness.triggersOf(delivery)).toEqual(["schedule", "schedule", "redelivery"])
  harness.advance(200_000)
  await harness.deliverDue()
  expect(receiver.at(path)).toHaveLength(4)
})

test("of a waiting delivery does not count when it fails, and leaves the attempts of the schedule", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  postponed,
}) => {
  const { id } = await marketplace.endpoint(account, receiver.url(path))
  const delivery = await postponed(id)
  const before = await marketplace.deliveries(id)
  for (let click = 1; click <= 10; click++) {
    receiver.reply(path, click === 10 ? 410 : 503)
    await harness.redeliver(delivery)
    await expect(harness.redeliver(delivery)).rejects.toMatchObject({ code: "invalid_state" })
    harness.advance(5)
    await harness.deliverDue()
    await harness.deliverDue()
    expect(receiver.at(path)).toHaveLength(2 + click)
    expect(await marketplace.deliveries(id)).toEqual([{ ...before[0], attempts: 2 + click }])
    expect(await harness.stateOf(id)).toEqual({ status: "enabled", disabled_reason: null, failures_in_a_row: 2 })
  }
  receiver.reply(path, 503)
  for (let attempt = 3; attempt <= 12; attempt++) {
    harness.now = (await marketplace.deliveries(id))[0]?.next_attempt_at ?? harness.now
    await harness.deliverDue()
  }
  expect(await marketplace.deliveries(id)).toEqual([
    expect.objectContaining({ status: "failed", attempts: 20, next_attempt_at: null }),
  ])
  expect(await harness.triggersOf(delivery)).toEqual([
    ...Array<string>(2).fill("schedule"),
    ...Array<string>(10).fill("redelivery"),
    ...Array<string>(8).fill("schedule"),
  ])
})

test("that fails after the next scheduled attempt became due is followed by it immediately", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  postponed,
}) => {
  const { id } = await marketplace.endpoint(account, receiver.url(path))
  const delivery = await postponed(id)
  await harness.redeliver(delivery)
  harness.advance(1_000)
  await harness.deliverDue()
  await harness.deliverDue()
  expect(await harness.triggersOf(delivery)).toEqual(["schedule", "schedule", "redelivery", "schedule"])
  expect(await harness.stateOf(id)).toMatchObject({ failures_in_a_row: 3 })
})

test("of all since a time includes waiting deliveries whose last attempt is in that time", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
}) => {
  const { id } = await marketplace.endpoint(account, receiver.url(path))
  receiver.reply(path, 503)
  await marketplace.recordEvent(account)
  await marketplace.recordEvent(account)
  await harness.deliverDue()
  harness.advance(10)
  await harness.deliverDue()
  const tried = harness.now
  receiver.reply(path, 200)
  await marketplace.recordEvent(account)
  expect(await countInRange({ endpointId: id, since: new Date(tried.getTime() + 1) })).toBe(0)
  expect(await countInRange({ endpointId: id, since: tried })).toBe(2)
  expect(await harness.redeliverFailed({ endpointId: id, since: tried })).toBe(2)
  expect(await countInRange({ endpointId: id, since: tried })).toBe(0)
  await harness.deliverDue()
  expect((await marketplace.deliveries(id)).map(({ status }) => status)).toEqual([
    "delivered",
    "delivered",
    "delivered",
  ])
})

test("of all failed since a time sends as many as were counted, once", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  failed,
}) => {
  const { id } = await marketplace.endpoint(account, receiver.url(path))
  await failed(id)
  await marketplace.rows("UPDATE webhook_endpoint SET failures_in_a_row = 0 WHERE id = $1", [id])
  harness.advance(1)
  const since = harness.now
  await failed(id)
  await marketplace.recordEvent(account)
  await harness.deliverDue()
  expect(await countInRange({ endpointId: id, since })).toBe(1)
  expect(await countInRange({ endpointId: id, since: new Date(0) })).toBe(2)
  const before = receiver.at(path).length
  expect(await harness.redeliverFailed({ endpointId: id, since })).toBe(1)
  expect(await harness.redeliverFailed({ endpointId: id, since })).toBe(0)
  await harness.deliverDue()
  expect(receiver.at(path)).toHaveLength(before + 1)
  expect(await countInRange({ endpointId: id, since })).toBe(0)
})

test("requested eight times concurrently is sent once", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  failed,
}) => {
  const { id } = await marketplace.endpoint(account, receiver.url(path))
  const delivery = await failed(id)
  const requested = await Promise.allSettled(Array.from({ length: 8 }, () => harness.redeliver(delivery)))
  expect(requested.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
  await harness.deliverDue()
  expect(receiver.at(path)).toHaveLength(11)
})

test("of an unknown delivery is a not_found error", async ({ harness }) => {
  await expect(harness.redeliver(uuidv7())).rejects.toMatchObject({ code: "not_found" })
})
