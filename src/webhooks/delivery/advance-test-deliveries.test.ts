import { expect } from "vitest"
import { transaction } from "@/platform/db/transaction"
import { test } from "@/testing/fixtures/webhook-harness"
import { advanceTestDeliveries } from "@/webhooks/delivery/advance-test-deliveries"

const DAY = 86_400

function pass(account: string, seconds: number) {
  return transaction((tx) => advanceTestDeliveries(tx, account, seconds))
}

test("four days run the whole schedule of a delivery, and its last failure is final", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  testEndpoint: { id },
}) => {
  receiver.reply(path, 500)
  await marketplace.recordEvent(account, { livemode: false })
  await harness.deliverDue()
  expect(receiver.at(path)).toHaveLength(1)
  await pass(account, 4 * DAY)
  await harness.deliverDue()
  expect(receiver.at(path)).toHaveLength(10)
  const [delivery] = await marketplace.deliveries(id)
  expect(delivery).toMatchObject({ status: "failed", attempts: 10, next_attempt_at: null })
  expect(await harness.stateOf(id)).toMatchObject({ status: "enabled", failures_in_a_row: 10 })
  for (const { headers } of receiver.at(path))
    expect(Math.abs(Number(headers["webhook-timestamp"]) * 1000 - harness.now.getTime())).toBeLessThan(1_000)
  expect(new Set(receiver.at(path).map(({ headers }) => headers["webhook-id"])).size).toBe(1)
})

test("three days of a dead endpoint with three events disable it", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  testEndpoint: { id },
}) => {
  receiver.reply(path, 500)
  for (let event = 0; event < 3; event++) {
    await marketplace.recordEvent(account, { livemode: false })
    await harness.deliverDue()
    harness.advance(60)
  }
  await pass(account, 3 * DAY)
  await harness.deliverDue()
  expect(await harness.stateOf(id)).toEqual({ status: "disabled", disabled_reason: "failing", failures_in_a_row: 20 })
  expect((await harness.emails()).at(-1)).toEqual({ template: "webhook_disabled", count: "20" })
})

test("attempts are made in the order of their due times, one at a time", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  testEndpoint: { id },
}) => {
  let open = 0
  let most = 0
  receiver.reply(path, (_received, response) => {
    most = Math.max(most, ++open)
    setTimeout(() => {
      open--
      response.writeHead(500).end()
    }, 20)
  })
  for (let event = 0; event < 3; event++) await marketplace.recordEvent(account, { livemode: false })
  await harness.deliverDue()
  most = 0
  const due = await marketplace.rows<{ event_id: string; due_at: Date }>(
    "SELECT event_id, due_at FROM webhook_pending WHERE endpoint_id = $1 ORDER BY due_at",
    [id],
  )
  const dueTimes = new Map(due.map(({ event_id, due_at }) => [`evt_${event_id}`, due_at]))
  const sent = receiver.at(path).length
  await pass(account, 130)
  await harness.deliverDue()
  const first = receiver.at(path).slice(sent, sent + 3)
  const order = first.map(({ headers }) => headers["webhook-id"] ?? "")
  expect(new Set(order)).toEqual(new Set(dueTimes.keys()))
  // Two may be due in the same millisecond.
  expect(order.map((event) => dueTimes.get(event))).toEqual(due.map(({ due_at }) => due_at))
  expect(most).toBe(1)
})

test("a short time sends only the deliveries due within it, and brings the others forward", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  testEndpoint: { id },
}) => {
  receiver.reply(path, 500)
  await marketplace.recordEvent(account, { livemode: false })
  await harness.deliverDue()
  harness.advance(10)
  await harness.deliverDue()
  const [waiting] = await marketplace.deliveries(id)
  expect(waiting?.attempts).toBe(2)
  await pass(account, 60)
  await harness.deliverDue()
  const [nearer] = await marketplace.deliveries(id)
  expect(nearer?.attempts).toBe(2)
  expect((waiting?.next_attempt_at?.getTime() ?? 0) - (nearer?.next_attempt_at?.getTime() ?? 0)).toBe(60_000)
})

test("an endpoint that responds again receives each event once", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  testEndpoint: { id },
}) => {
  receiver.reply(path, 500)
  for (let event = 0; event < 3; event++) await marketplace.recordEvent(account, { livemode: false })
  await harness.deliverDue()
  receiver.reply(path, 200)
  const sent = receiver.at(path).length
  await pass(account, 3 * DAY)
  await harness.deliverDue()
  expect(receiver.at(path)).toHaveLength(sent + 3)
  expect((await marketplace.deliveries(id)).map(({ status }) => status)).toEqual(Array(3).fill("delivered"))
  expect(await harness.stateOf(id)).toMatchObject({ status: "enabled", failures_in_a_row: 0 })
})

test("live endpoints, other accounts and the measured wait do not move", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
}) => {
  const other = await marketplace.account()
  const live = await marketplace.endpoint(account, receiver.url(path))
  const theirs = await marketplace.endpoint(other, receiver.url(path), { livemode: false })
  await marketplace.endpoint(account, receiver.url(`${path}/moved`), { livemode: false })
  receiver.reply(path, 500)
  await marketplace.recordEvent(account)
  await marketplace.recordEvent(other, { livemode: false })
  await harness.deliverDue()
  const times = async () =>
    (await Promise.all([live.id, theirs.id].map((id) => marketplace.deliveries(id)))).map(
      ([delivery]) => delivery?.next_attempt_at,
    )
  const before = await times()
  await marketplace.recordEvent(account, { livemode: false })
  await pass(account, 30 * DAY)
  expect(await times()).toEqual(before)
  const [wait] = await marketplace.rows<{ seconds: number }>("SELECT longest_webhook_wait() AS seconds")
  expect(wait?.seconds).toBeLessThan(60)
})

test("a paused endpoint's deliveries are sent when it is enabled, and their schedule continues", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  testEndpoint: { id },
}) => {
  receiver.reply(path, 500)
  await marketplace.recordEvent(account, { livemode: false })
  await harness.deliverDue()
  await marketplace.rows("UPDATE webhook_endpoint SET status = 'paused' WHERE id = $1", [id])
  await pass(account, 3 * DAY)
  await harness.deliverDue()
  expect(receiver.at(path)).toHaveLength(1)
  await marketplace.rows("UPDATE webhook_endpoint SET status = 'enabled' WHERE id = $1", [id])
  await harness.deliverDue()
  expect(receiver.at(path)).toHaveLength(2)
  const [delivery] = await marketplace.deliveries(id)
  expect(delivery?.next_attempt_at?.getTime()).toBeGreaterThan(harness.now.getTime())
})
