import { v7 as uuidv7 } from "uuid"
import { afterAll, beforeAll, expect, test } from "vitest"
import { prismaTransaction, queryableOf, transaction } from "@/platform/db/transaction"
import { recordEvent } from "@/webhooks/events/record-events"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"
import type { Attempt } from "@/webhooks/delivery/attempt"
import { claim, type ClaimedDelivery } from "@/webhooks/delivery/claim"
import {
  cancelEndpointDeliveries,
  cancelDeletedEndpointDeliveries,
  cancelStoreDeliveries,
} from "@/webhooks/endpoints/pending-deliveries"
import { recordAttempts } from "@/webhooks/delivery/record"
import { requeueRange } from "@/webhooks/deliveries/requeue-range"

// Deletes an endpoint while attempts are recorded and deliveries claimed: there must be no deadlock, and nothing may
// stay pending.

const ROUNDS = 40
const EVENTS = 20

let marketplace: WebhookMarketplace

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
})
afterAll(() => marketplace.close())

function attemptOf(claimed: ClaimedDelivery, statusCode: number): Attempt {
  return {
    id: uuidv7(),
    startedAt: new Date(),
    delivery: claimed,
    requestHeaders: {},
    result: { statusCode, error: null, headers: {}, body: "", durationMs: 1 },
  }
}

function take(endpoint: string, room = 10): Promise<ClaimedDelivery[]> {
  return claim([endpoint], { perEndpoint: 20, perFailingEndpoint: 20, capacity: room }, null)
}

async function remove(endpoint: string): Promise<void> {
  await transaction((tx) => tx.query("UPDATE webhook_endpoint SET deleted_at = now() WHERE id = $1", [endpoint]))
  await cancelEndpointDeliveries(endpoint)
}

test.each([
  ["that failed", () => 500],
  ["that succeeded", () => 200],
  ["of both kinds", (index: number) => (index % 2 === 0 ? 200 : 500)],
])(
  "deleting an endpoint while recording attempts %s causes no deadlock and leaves nothing pending",
  { timeout: 120_000 },
  async (_kind, statusOf) => {
    const account = await marketplace.account()
    const endpoints = await Promise.all(
      Array.from({ length: ROUNDS }, () => marketplace.endpoint(account, "https://hooks.example/")),
    )
    for (let event = 0; event < EVENTS; event++) await marketplace.recordEvent(account)
    await marketplace.rows("UPDATE webhook_endpoint SET failures_in_a_row = 1 WHERE account_id = $1", [account])
    const failed: unknown[] = []
    for (const { id } of endpoints) {
      const attempts = (await take(id)).map((claimed, index) => attemptOf(claimed, statusOf(index)))
      expect(attempts).toHaveLength(10)
      const taken = take(id)
      const done = await Promise.allSettled([
        recordAttempts(attempts.slice(0, 5)),
        recordAttempts(attempts.slice(5).reverse()),
        remove(id),
        taken,
        requeueRange({ endpointId: id, since: new Date(0) }, async () => undefined),
      ])
      // Deliveries claimed at that moment are not retried either.
      for (const claimed of await taken) await recordAttempts([attemptOf(claimed, statusOf(0))])
      const refusals = done.filter((one) => one.status === "rejected").map((one): unknown => one.reason)
      failed.push(...refusals.filter((reason) => (reason as { code?: string }).code !== "invalid_state"))
    }
    expect(failed).toEqual([])
    expect(
      await marketplace.rows(
        "SELECT FROM webhook_pending p JOIN webhook_endpoint e ON e.id = p.endpoint_id WHERE e.account_id = $1",
        [account],
      ),
    ).toEqual([])
    expect(
      await marketplace.rows(
        "SELECT FROM webhook_delivery d JOIN webhook_endpoint e ON e.id = d.endpoint_id WHERE e.account_id = $1 AND d.status = 'pending'",
        [account],
      ),
    ).toEqual([])
  },
)

test("a redelivery that fails after its endpoint was deleted is not retried", async () => {
  const account = await marketplace.account()
  const { id } = await marketplace.endpoint(account, "https://hooks.example/")
  await marketplace.recordEvent(account)
  await marketplace.rows(
    "UPDATE webhook_pending SET failures = 1, due_at = now() + interval '1 hour' WHERE endpoint_id = $1",
    [id],
  )
  expect(await requeueRange({ endpointId: id, since: new Date(0) }, async () => undefined)).toBe(1)
  const [claimed] = await take(id)
  if (!claimed) throw new Error("nothing was claimed")
  await marketplace.rows("UPDATE webhook_endpoint SET deleted_at = now() WHERE id = $1", [id])
  await recordAttempts([attemptOf(claimed, 500)])
  expect(await marketplace.rows("SELECT FROM webhook_pending WHERE endpoint_id = $1", [id])).toEqual([])
  expect(await marketplace.deliveries(id)).toEqual([expect.objectContaining({ status: "failed", attempts: 1 })])
})

// Removes a member from a store while attempts of the store's deliveries are recorded.

/** Creates a store member with deliveries of the store. */
async function storePerson(): Promise<{ account: string; store: number; endpoint: string }> {
  const account = await marketplace.account()
  const store = await marketplace.store(`Store ${uuidv7()}`)
  await marketplace.member(store, account, "orders")
  const { id: endpoint } = await marketplace.endpoint(account, "https://hooks.example/")
  for (let event = 0; event < EVENTS; event++) {
    await transaction((tx) =>
      recordEvent(tx, {
        type: "seller.order.updated",
        audience: { storeId: store },
        subjectId: uuidv7(),
        livemode: true,
        data: {},
      }),
    )
  }
  return { account, store, endpoint }
}

function leave(account: string, store: number): Promise<void> {
  return prismaTransaction(async (tx) => {
    await tx.storeMember.delete({ where: { accountId: account } })
    await cancelStoreDeliveries(queryableOf(tx), account, store)
  })
}

test.each([
  ["that failed", () => 500],
  ["that succeeded", () => 200],
])(
  "leaving a store while recording attempts %s succeeds, and leaves nothing pending",
  { timeout: 120_000 },
  async (_kind, statusOf) => {
    for (let round = 0; round < 10; round++) {
      const { account, store, endpoint } = await storePerson()
      const attempts = (await take(endpoint, 20)).map((claimed) => attemptOf(claimed, statusOf()))
      const [first, second] = [attempts.slice(0, 10), attempts.slice(10).reverse()]
      // Recording retries after a deadlock; so does leaving a store.
      const done = await Promise.allSettled([leave(account, store), recordAttempts(first), recordAttempts(second)])
      expect(done[0]).toEqual({ status: "fulfilled", value: undefined })
      for (const [index, batch] of [first, second].entries())
        if (done[index + 1]?.status === "rejected") await recordAttempts(batch)
      expect(await marketplace.rows("SELECT FROM webhook_pending WHERE endpoint_id = $1", [endpoint])).toEqual([])
    }
  },
)

/** Locks one of an endpoint's deliveries and, once another transaction waits for it, requests the rest. */
async function holdInTurn(endpoint: string, meanwhile: () => Promise<void>): Promise<void> {
  const ids = (
    await marketplace.rows<{ delivery_id: string }>(
      "SELECT delivery_id FROM webhook_pending WHERE endpoint_id = $1 ORDER BY delivery_id",
      [endpoint],
    )
  ).map((row) => row.delivery_id)
  const holder = await marketplace.db.connect()
  try {
    await holder.query("BEGIN")
    await holder.query("UPDATE webhook_pending SET failures = 1 WHERE delivery_id = $1", [ids[EVENTS / 2]])
    const done = meanwhile()
    done.catch(() => undefined)
    await expect.poll(() => waits().then((waiting) => waiting.length)).toBe(1)
    await holder.query("UPDATE webhook_pending SET failures = 1 WHERE endpoint_id = $1", [endpoint])
    await holder.query("COMMIT")
    await done
  } finally {
    await holder.query("ROLLBACK")
    holder.release()
  }
}
function waits(): Promise<unknown[]> {
  return marketplace.rows(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
  )
}

test("leaving a store yields to a transaction that would deadlock with it, and leaves nothing pending", async () => {
  const { account, store, endpoint } = await storePerson()
  await holdInTurn(endpoint, () => leave(account, store))
  expect((await marketplace.deliveries(endpoint)).map(({ status }) => status)).toEqual(Array(EVENTS).fill("failed"))
  expect(await marketplace.rows("SELECT FROM webhook_pending WHERE endpoint_id = $1", [endpoint])).toEqual([])
  expect(await marketplace.rows("SELECT FROM store_member WHERE account_id = $1", [account])).toEqual([])
})

test("the clean-up after deletions skips locked deliveries", async () => {
  const account = await marketplace.account()
  const { id } = await marketplace.endpoint(account, "https://hooks.example/")
  for (let event = 0; event < 3; event++) await marketplace.recordEvent(account)
  await marketplace.rows("UPDATE webhook_endpoint SET deleted_at = now() WHERE id = $1", [id])
  const holder = await marketplace.db.connect()
  try {
    await holder.query("BEGIN")
    await holder.query("SELECT FROM webhook_pending WHERE endpoint_id = $1 LIMIT 1 FOR UPDATE", [id])
    await cancelDeletedEndpointDeliveries()
    expect((await marketplace.deliveries(id)).map(({ status }) => status).sort()).toEqual([
      "failed",
      "failed",
      "pending",
    ])
  } finally {
    await holder.query("ROLLBACK")
    holder.release()
  }
  await cancelDeletedEndpointDeliveries()
  expect((await marketplace.deliveries(id)).map(({ status }) => status)).toEqual(["failed", "failed", "failed"])
})
