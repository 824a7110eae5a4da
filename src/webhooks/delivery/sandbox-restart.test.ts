import { setTimeout as sleep } from "node:timers/promises"
import { afterEach, expect } from "vitest"
import { DAY_SECONDS } from "@/domain/time-units"
import { transaction } from "@/platform/db/transaction"
import { addEventFault, test } from "@/testing/fixtures/webhook-harness"
import { WorkerProcess } from "@/testing/fixtures/worker-process"
import { advanceTestDeliveries } from "@/webhooks/delivery/advance-test-deliveries"

// What a sandbox's clock and faults have set in motion goes on after kill -9: all of it is in webhook_pending.

/** A killed worker's lease ends after 30 s. */
const AFTER_LEASE = { timeout: 60_000 }

let worker: WorkerProcess | undefined

afterEach(async () => {
  await worker?.kill()
})

async function kill(): Promise<void> {
  await worker?.kill()
  worker = undefined
}

test("a schedule that a clock has moved runs to its end although the worker is killed in an attempt", {
  timeout: 180_000,
}, async ({ harness, marketplace, receiver, account, path, testEndpoint: { id } }) => {
  receiver.reply(path, 500)
  worker = await WorkerProcess.start(marketplace.databaseUrl)
  for (let event = 0; event < 5; event++) await marketplace.recordEvent(account, { livemode: false })
  const recorded = async (): Promise<number> =>
    (await marketplace.deliveries(id)).reduce((sum, { attempts }) => sum + attempts, 0)
  await expect.poll(recorded, { timeout: 20_000 }).toBe(5)

  // The receiver does not answer the ninth attempt, so the worker dies in it.
  receiver.reply(path, (_received, response) => {
    if (receiver.at(path).length < 9) response.writeHead(500).end()
  })
  await transaction((tx) => advanceTestDeliveries(tx, account, 3 * DAY_SECONDS))
  await expect.poll(() => receiver.at(path).length, { timeout: 20_000 }).toBe(9)
  await expect.poll(recorded, { timeout: 20_000 }).toBe(8)
  await kill()
  const before = await recorded()
  expect(before).toBe(8)
  receiver.reply(path, 500)
  worker = await WorkerProcess.start(marketplace.databaseUrl)
  await expect.poll(async () => (await harness.stateOf(id)).status, { timeout: 90_000 }).toBe("disabled")
  expect(await harness.stateOf(id)).toMatchObject({ disabled_reason: "failing", failures_in_a_row: 20 })
  // Each recorded attempt follows the one before, and only the one that was interrupted came twice.
  for (const { id: delivery, attempts } of await marketplace.deliveries(id)) {
    const numbers = (await harness.attemptsOf(delivery)).map(({ number }) => number)
    expect(numbers).toEqual(Array.from({ length: attempts }, (_, index) => index + 1))
  }
  expect(receiver.at(path).length - (await recorded())).toBe(1)
})

test("a held event waits for the next one although the worker is killed, and keeps its fault", {
  timeout: 120_000,
}, async ({ harness, marketplace, receiver, account, path, testEndpoint: { id } }) => {
  const fault = await addEventFault(harness, account, { behaviour: "out_of_order", delayMs: 3_600_000 })
  worker = await WorkerProcess.start(marketplace.databaseUrl)
  await marketplace.recordEvent(account, { livemode: false })
  await expect
    .poll(() => marketplace.rows("SELECT FROM webhook_pending WHERE endpoint_id = $1 AND fault_id IS NOT NULL", [id]), {
      timeout: 20_000,
    })
    .toHaveLength(1)
  await kill()
  worker = await WorkerProcess.start(marketplace.databaseUrl)
  await sleep(3_000)
  expect(receiver.at(path)).toEqual([])
  await marketplace.recordEvent(account, { livemode: false })
  await expect.poll(() => receiver.at(path).length, AFTER_LEASE).toBe(2)
  const events = (await marketplace.deliveries(id)).map(({ event_id }) => `evt_${event_id}`)
  expect(receiver.at(path).map(({ headers }) => headers["webhook-id"])).toEqual(events.toReversed())
  expect(receiver.at(path).map(({ headers }) => headers["haat-sandbox-fault"])).toEqual([undefined, fault])
})

test("a late event is sent at its time although the worker is killed before", {
  timeout: 120_000,
}, async ({ harness, marketplace, receiver, account, path, testEndpoint: { id } }) => {
  const fault = await addEventFault(harness, account, { behaviour: "delay", delayMs: 15_000 })
  worker = await WorkerProcess.start(marketplace.databaseUrl)
  await marketplace.recordEvent(account, { livemode: false })
  await expect
    .poll(() => marketplace.rows("SELECT FROM webhook_pending WHERE endpoint_id = $1 AND fault_id IS NOT NULL", [id]), {
      timeout: 10_000,
    })
    .toHaveLength(1)
  await kill()
  expect(receiver.at(path)).toEqual([])
  worker = await WorkerProcess.start(marketplace.databaseUrl)
  await expect.poll(() => receiver.at(path).length, AFTER_LEASE).toBe(1)
  expect(receiver.at(path)[0]?.headers["haat-sandbox-fault"]).toBe(fault)
  await expect
    .poll(() => marketplace.deliveries(id), { timeout: 15_000 })
    .toMatchObject([{ status: "delivered", attempts: 1 }])
})
