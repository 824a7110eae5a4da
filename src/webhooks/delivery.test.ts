import { Webhook } from "standardwebhooks"
import { Webhook as SvixWebhook } from "svix"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { v7 as uuidv7 } from "uuid"
import { transaction } from "@/platform/db"
import { recordEvent } from "@/platform/webhook-events"
import { WebhookMarketplace } from "@/testing/webhook-marketplace"
import { WebhookReceiver } from "@/testing/webhook-receiver"
import { Deliverer } from "@/webhooks/deliverer"
import { wakeEndpoint, withdrawDeliveries, withdrawStoreDeliveries } from "@/webhooks/endpoint-state"
import { mintSecret, openSecret, sealSecret } from "@/webhooks/endpoint-secret"
import * as again from "@/webhooks/redeliver"
import { sendTest } from "@/webhooks/send-test"

let marketplace: WebhookMarketplace
let receiver: WebhookReceiver
let deliverer: Deliverer
let account: string
/** Where the tests are in time; deliveries become due as it moves. */
let now: Date
let paths = 0
let path: string

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open({ timeoutMs: 2_000 })
  receiver = await WebhookReceiver.open()
})
afterAll(async () => {
  await receiver.close()
  await marketplace.close()
})
beforeEach(async () => {
  now = new Date(Date.now() + 120_000)
  deliverer = new Deliverer({ clock: () => now })
  account = await marketplace.account()
  path = `/hooks/${++paths}`
})

// What one test left pending is nobody else's.
afterEach(() => marketplace.rows("UPDATE webhook_endpoint SET deleted_at = now()"))

const later = (seconds: number): void => void (now = new Date(now.getTime() + seconds * 1000))

const sweep = async (): Promise<void> => {
  await deliverer.sweep()
  await deliverer.idle()
}

const { countFailed } = again
const redeliver = (deliveryId: string): Promise<void> => transaction((tx) => again.redeliver(tx, deliveryId))
const redeliverFailed = (which: { endpointId: string; since: Date }): Promise<number> => again.redeliverFailed(which, async () => undefined)

const attemptsOf = (deliveryId: string): Promise<{ number: number; trigger: string; status_code: number | null; error: string | null; response_body: string | null; request_headers: Record<string, string>; response_headers: Record<string, string> | null; url: string }[]> =>
  marketplace.rows("SELECT * FROM webhook_attempt WHERE delivery_id = $1 ORDER BY number", [deliveryId])

const stateOf = async (endpointId: string): Promise<{ status: string; disabled_reason: string | null; failures_in_a_row: number }> => {
  const [row] = await marketplace.rows<{ status: string; disabled_reason: string | null; failures_in_a_row: number }>("SELECT status, disabled_reason, failures_in_a_row FROM webhook_endpoint WHERE id = $1", [endpointId])
  if (!row) throw new Error("there is no such endpoint")
  return row
}

const mails = (): Promise<{ template: string; count: string }[]> =>
  marketplace.rows(
    `SELECT payload->>'template' AS template, payload->'values'->>'count' AS count FROM graphile_worker._private_jobs
     WHERE payload->>'to' = (SELECT email FROM account WHERE id = $1) ORDER BY id`,
    [account],
  )

describe("an event", () => {
  test("arrives signed, at each endpoint that wants it, as Standard Webhooks and Svix verify", async () => {
    const { id, secret } = await marketplace.endpoint(account, receiver.url(path))
    await marketplace.event(account, { data: { id: "ord_1", version: 7, note: "नमस्ते \u2028 😀" } })
    await sweep()
    const [received] = receiver.at(path)
    if (!received) throw new Error("nothing has arrived")
    const [delivery] = await marketplace.deliveries(id)
    const event = { id: `evt_${delivery?.event_id}`, type: "order.created", api_version: "2026-05-01", livemode: true, data: { id: "ord_1", version: 7, note: "नमस्ते \u2028 😀" } }
    expect(JSON.parse(received.body)).toEqual({ ...event, timestamp: expect.stringMatching(/^\d{4}-.*Z$/) as string })
    expect(received.headers).toMatchObject({ "webhook-id": event.id, "content-type": "application/json" })
    for (const Library of [Webhook, SvixWebhook]) {
      expect(new Library(secret).verify(received.body, received.headers)).toMatchObject(event)
      expect(() => new Library(secret).verify(received.body.replace("ord_1", "ord_2"), received.headers)).toThrow()
      expect(() => new Library(mintSecret()).verify(received.body, received.headers)).toThrow()
    }
    expect(delivery).toMatchObject({ status: "delivered", attempts: 1, next_attempt_at: null })
    expect(await attemptsOf(delivery?.id ?? "")).toEqual([
      expect.objectContaining({ number: 1, trigger: "schedule", status_code: 200, error: null, response_body: "thank you", url: receiver.url(path), request_headers: expect.objectContaining({ "webhook-id": event.id }) as object, response_headers: expect.objectContaining({ "content-type": "text/plain" }) as object }) as object,
    ])
  })

  test("is signed with both secrets for a day after a rotation, and with the new one alone from then on", async () => {
    const { id, secret } = await marketplace.endpoint(account, receiver.url(path))
    const next = mintSecret()
    await marketplace.rows(
      "UPDATE webhook_endpoint SET previous_secret_encrypted = secret_encrypted, previous_secret_expires_at = now() + interval '24 hours', secret_encrypted = $2 WHERE id = $1",
      [id, sealSecret(id, next)],
    )
    await marketplace.event(account)
    await sweep()
    await marketplace.rows("UPDATE webhook_endpoint SET previous_secret_expires_at = now() - interval '1 second' WHERE id = $1", [id])
    await marketplace.event(account)
    await sweep()
    const [both, one] = receiver.at(path)
    if (!both || !one) throw new Error("they have not arrived")
    for (const Library of [Webhook, SvixWebhook]) {
      for (const verifying of [secret, next]) expect(() => new Library(verifying).verify(both.body, both.headers)).not.toThrow()
      expect(() => new Library(next).verify(one.body, one.headers)).not.toThrow()
      expect(() => new Library(secret).verify(one.body, one.headers)).toThrow()
    }
  })

  test("goes to endpoints of its mode, type and audience alone: the account's, or those of the store who handle its orders", async () => {
    const [owner, colleague, cataloguer, locked, stranger] = await Promise.all([marketplace.account(), marketplace.account(), marketplace.account(), marketplace.account(), marketplace.account()])
    const store = await marketplace.store(`Store ${uuidv7()}`, { owner })
    for (const [member, role] of [[colleague, "orders"], [cataloguer, "catalogue"], [locked, "manager"]] as const) await marketplace.member(store, member, role)
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
    await transaction((tx) => recordEvent(tx, { type: "seller.order.updated", audience: { storeId: store }, subjectId: uuidv7(), livemode: true, data: {} }))
    const reached = await Promise.all(Object.entries(endpoints).map(async ([name, { id }]) => [name, (await marketplace.deliveries(id)).length]))
    expect(Object.fromEntries(reached)).toEqual({ owner: 1, colleague: 1, cataloguer: 0, locked: 1, stranger: 0, otherType: 0, otherMode: 0, deleted: 0 })
  })

  test("waits while its account is locked, and is sent when it is not any more", async () => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    await marketplace.event(account)
    await marketplace.rows("UPDATE account SET locked_at = now() WHERE id = $1", [account])
    await sweep()
    expect(receiver.at(path)).toEqual([])
    // Not even by a worker that was told of the endpoint before.
    deliverer.wake([id])
    await deliverer.idle()
    expect(receiver.at(path)).toEqual([])
    await marketplace.rows("UPDATE account SET locked_at = NULL WHERE id = $1", [account])
    await sweep()
    expect(receiver.at(path)).toHaveLength(1)
  })

  test("of a store reaches nobody who has left it since, nor is it sent to them again", async () => {
    const store = await marketplace.store(`Store ${uuidv7()}`, { owner: await marketplace.account() })
    await marketplace.member(store, account, "orders")
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    const happen = () => transaction((tx) => recordEvent(tx, { type: "seller.order.updated", audience: { storeId: store }, subjectId: uuidv7(), livemode: true, data: {} }))
    await happen()
    await sweep()
    await happen()
    await marketplace.event(account)
    const [sent, waiting, own] = await marketplace.deliveries(id)
    await marketplace.rows("DELETE FROM store_member WHERE account_id = $1", [account])
    await transaction((tx) => withdrawStoreDeliveries(tx, account, store))
    await sweep()
    expect(receiver.at(path)).toHaveLength(2)
    expect(await marketplace.deliveries(id)).toMatchObject([{ id: sent?.id, status: "delivered" }, { id: waiting?.id, status: "failed", attempts: 0 }, { id: own?.id, status: "delivered" }])
    for (const delivery of [sent, waiting]) await expect(redeliver(delivery?.id ?? "")).rejects.toMatchObject({ code: "invalid_state", message: expect.stringContaining("no longer") as string })
    expect(await countFailed({ endpointId: id, since: new Date(0) })).toBe(0)
    expect(await redeliverFailed({ endpointId: id, since: new Date(0) })).toBe(0)
    await redeliver(own?.id ?? "")
  })

  test("of a change that is rolled back is never sent", async () => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    await expect(
      transaction(async (tx) => {
        await recordEvent(tx, { type: "order.created", audience: { accountId: account }, subjectId: uuidv7(), livemode: true, data: {} })
        throw new Error("no stock")
      }),
    ).rejects.toThrow("no stock")
    await sweep()
    expect(await marketplace.deliveries(id)).toEqual([])
    expect(await marketplace.rows("SELECT FROM webhook_event WHERE account_id = $1", [account])).toEqual([])
    expect(receiver.at(path)).toEqual([])
  })
})

describe("the schedule", () => {
  test("a receiver that fails nine times gets it at the tenth attempt, on time and under one id", async () => {
    const { id, secret } = await marketplace.endpoint(account, receiver.url(path))
    let answers = 0
    receiver.reply(path, (_received, response) => response.writeHead(++answers < 10 ? 500 : 204).end())
    await marketplace.event(account)
    await sweep()
    const times = [now]
    for (const [index, seconds] of [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].entries()) {
      later(seconds - 1)
      await sweep()
      expect(receiver.at(path), `before attempt ${index + 2} is due`).toHaveLength(index + 1)
      later(seconds * 0.2 + 1)
      await sweep()
      expect(receiver.at(path), `when attempt ${index + 2} is due`).toHaveLength(index + 2)
      times.push(now)
    }
    const [delivery] = await marketplace.deliveries(id)
    expect(delivery).toMatchObject({ status: "delivered", attempts: 10, next_attempt_at: null })
    const received = receiver.at(path)
    expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1)
    expect(new Set(received.map(({ body }) => body)).size).toBe(1)
    expect(received.map(({ headers }) => Number(headers["webhook-timestamp"]))).toEqual(times.map((time) => Math.floor(time.getTime() / 1000)))
    expect(secret).toMatch(/^whsec_/)
    expect(await stateOf(id)).toMatchObject({ status: "enabled", failures_in_a_row: 0 })
  })

  test("after the tenth failure there is no eleventh", async () => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    receiver.reply(path, 500)
    await marketplace.event(account)
    for (let attempt = 0; attempt < 12; attempt++) {
      await sweep()
      later(200_000)
    }
    expect(receiver.at(path)).toHaveLength(10)
    expect(await marketplace.deliveries(id)).toEqual([expect.objectContaining({ status: "failed", attempts: 10, next_attempt_at: null })])
  })

  test.each([
    ["a redirect", 302, null],
    ["a server error", 503, null],
    ["an answer that never comes", null, "timeout"],
    ["a connection that breaks", null, "connection_failed"],
  ])("%s is a failure", async (_what, status, error) => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    receiver.reply(path, (_received, response) => {
      if (status) response.writeHead(status, { location: receiver.url("/elsewhere") }).end()
      else if (error === "connection_failed") response.destroy()
    })
    await marketplace.event(account)
    await sweep()
    const [delivery] = await marketplace.deliveries(id)
    expect(delivery).toMatchObject({ status: "pending", attempts: 1 })
    expect(await attemptsOf(delivery?.id ?? "")).toEqual([expect.objectContaining({ status_code: status, error }) as object])
    expect(receiver.at("/elsewhere")).toEqual([])
  })

  test.each([
    ["seconds", () => "3600", 3_600],
    ["a date", () => new Date(now.getTime() + 1_800_000).toUTCString(), 1_799],
    ["less than the schedule", () => "1", 5],
    ["more than a day", () => "999999", 86_400],
  ])("Retry-After in %s lengthens the delay", async (_what, value, seconds) => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    receiver.reply(path, (_received, response) => response.writeHead(429, { "retry-after": value() }).end())
    await marketplace.event(account)
    await sweep()
    const [delivery] = await marketplace.deliveries(id)
    const delay = ((delivery?.next_attempt_at?.getTime() ?? 0) - now.getTime()) / 1000
    expect(delay).toBeGreaterThanOrEqual(seconds)
    expect(delay).toBeLessThanOrEqual(seconds + 1)
  })
})

describe("an endpoint that fails", () => {
  test("is mailed about at 5, 10 and 15 failures in a row, and disabled at 20 with a mail", async () => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    receiver.reply(path, 500)
    for (let failure = 1; failure <= 20; failure++) {
      expect(await stateOf(id)).toMatchObject({ status: "enabled", failures_in_a_row: failure - 1 })
      await marketplace.event(account)
      await sweep()
      later(60)
    }
    expect(await stateOf(id)).toEqual({ status: "disabled", disabled_reason: "failing", failures_in_a_row: 20 })
    expect(await mails()).toEqual([
      { template: "webhook_failing", count: "5" },
      { template: "webhook_failing", count: "10" },
      { template: "webhook_failing", count: "15" },
      { template: "webhook_disabled", count: "20" },
    ])
    const sent = receiver.at(path).length
    later(200_000)
    await marketplace.event(account)
    await sweep()
    expect(receiver.at(path)).toHaveLength(sent)
    receiver.reply(path, 200)
    await marketplace.rows("UPDATE webhook_endpoint SET status = 'enabled', disabled_reason = NULL, failures_in_a_row = 0 WHERE id = $1", [id])
    await sweep()
    expect((await marketplace.deliveries(id)).map(({ status }) => status)).toEqual(Array(21).fill("delivered"))
  })

  test("by one event alone is mailed about after its fifth attempt, by the schedule's own clock", async () => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    receiver.reply(path, 500)
    await marketplace.event(account)
    for (let attempt = 1; attempt <= 5; attempt++) {
      expect(await mails()).toEqual([])
      await sweep()
      expect(await stateOf(id)).toMatchObject({ failures_in_a_row: attempt })
      const [delivery] = await marketplace.deliveries(id)
      now = delivery?.next_attempt_at ?? now
    }
    expect(receiver.at(path)).toHaveLength(5)
    expect(await mails()).toEqual([{ template: "webhook_failing", count: "5" }])
  })

  test("counts what fails within four seconds once, however much it is: a busy receiver that is away for a moment is not disabled", async () => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    receiver.reply(path, 503)
    for (let event = 0; event < 40; event++) {
      await marketplace.event(account)
      await sweep()
      later(0.1)
    }
    expect(receiver.at(path)).toHaveLength(40)
    expect(await stateOf(id)).toEqual({ status: "enabled", disabled_reason: null, failures_in_a_row: 1 })
    expect(await mails()).toEqual([])
    await marketplace.event(account)
    await sweep()
    expect(await stateOf(id)).toMatchObject({ failures_in_a_row: 2 })
  })

  test("counts from 0 again after one success", async () => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    receiver.reply(path, 500)
    for (let failure = 1; failure <= 4; failure++) {
      await marketplace.event(account)
      await sweep()
      expect(await stateOf(id)).toMatchObject({ failures_in_a_row: failure })
      later(60)
    }
    receiver.reply(path, 200)
    await marketplace.event(account)
    await sweep()
    expect(await stateOf(id)).toMatchObject({ failures_in_a_row: 0 })
    receiver.reply(path, 500)
    await marketplace.event(account)
    await sweep()
    expect(await stateOf(id)).toMatchObject({ failures_in_a_row: 1 })
    expect(await mails()).toEqual([])
  })

  test("counts from 0 again even if that could not be written at first", async () => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    await marketplace.rows("UPDATE webhook_endpoint SET failures_in_a_row = 4 WHERE id = $1", [id])
    await marketplace.rows(`
      CREATE SEQUENCE refusals;
      CREATE FUNCTION refuse_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('refusals') = 1 THEN RAISE EXCEPTION 'come again' USING ERRCODE = 'serialization_failure'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER refuse_once BEFORE UPDATE ON webhook_endpoint FOR EACH ROW EXECUTE FUNCTION refuse_once()`)
    try {
      await marketplace.event(account)
      await sweep()
    } finally {
      await marketplace.rows("DROP TRIGGER refuse_once ON webhook_endpoint; DROP FUNCTION refuse_once; DROP SEQUENCE refusals")
    }
    expect(await marketplace.deliveries(id)).toEqual([expect.objectContaining({ status: "delivered", attempts: 1 })])
    expect(await stateOf(id)).toMatchObject({ failures_in_a_row: 0 })
  })

  test("with 410 is disabled at once, with a mail, and collects nothing more", async () => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    receiver.reply(path, 410)
    await marketplace.event(account)
    await sweep()
    expect(await stateOf(id)).toMatchObject({ status: "disabled", disabled_reason: "gone" })
    expect(await mails()).toEqual([{ template: "webhook_gone", count: "1" }])
    await marketplace.event(account)
    expect(await marketplace.deliveries(id)).toEqual([expect.objectContaining({ status: "failed", attempts: 1 })])
  })
})

describe("a paused endpoint", () => {
  test("collects, and everything goes when it is resumed", async () => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    await marketplace.rows("UPDATE webhook_endpoint SET status = 'paused' WHERE id = $1", [id])
    for (let event = 0; event < 3; event++) await marketplace.event(account)
    await sweep()
    expect(receiver.at(path)).toEqual([])
    await marketplace.rows("UPDATE webhook_endpoint SET status = 'enabled' WHERE id = $1", [id])
    await sweep()
    expect(receiver.at(path)).toHaveLength(3)
  })

  test("that had failed before sends what waits for its next attempt too", async () => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    receiver.reply(path, 503)
    await marketplace.event(account)
    await sweep()
    later(10)
    await sweep()
    await marketplace.rows("UPDATE webhook_endpoint SET status = 'paused' WHERE id = $1", [id])
    receiver.reply(path, 200)
    await marketplace.rows("UPDATE webhook_endpoint SET status = 'enabled' WHERE id = $1", [id])
    await wakeEndpoint(id)
    await sweep()
    expect(receiver.at(path)).toHaveLength(3)
    const [delivery] = await marketplace.deliveries(id)
    expect(delivery).toMatchObject({ status: "delivered", attempts: 3 })
    expect((await attemptsOf(delivery?.id ?? "")).map(({ trigger }) => trigger)).toEqual(["schedule", "schedule", "schedule"])
  })

  test("that is deleted instead is never sent to, and what it missed stays readable", async () => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    await marketplace.event(account)
    await marketplace.rows("UPDATE webhook_endpoint SET deleted_at = now() WHERE id = $1", [id])
    await withdrawDeliveries(id)
    await sweep()
    expect(receiver.at(path)).toEqual([])
    const [delivery] = await marketplace.deliveries(id)
    expect(delivery).toMatchObject({ status: "failed", attempts: 0 })
    await expect(redeliver(delivery?.id ?? "")).rejects.toMatchObject({ code: "invalid_state" })
    await expect(redeliverFailed({ endpointId: id, since: new Date(0) })).rejects.toMatchObject({ code: "invalid_state" })
  })
})

describe("redelivery", () => {
  const failed = async (endpointId: string): Promise<string> => {
    receiver.reply(path, 500)
    await marketplace.event(account)
    for (let attempt = 0; attempt < 10; attempt++) {
      await sweep()
      later(200_000)
    }
    receiver.reply(path, 200)
    return (await marketplace.deliveries(endpointId)).at(-1)?.id ?? ""
  }

  test("keeps the event's id, is one attempt, and does not count", async () => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    const delivery = await failed(id)
    receiver.reply(path, 410)
    await redeliver(delivery)
    await sweep()
    later(200_000)
    await sweep()
    expect(receiver.at(path)).toHaveLength(11)
    expect(await stateOf(id)).toMatchObject({ status: "enabled", failures_in_a_row: 10 })
    receiver.reply(path, 200)
    await redeliver(delivery)
    await expect(redeliver(delivery)).rejects.toMatchObject({ code: "invalid_state" })
    await sweep()
    expect(new Set(receiver.at(path).map(({ headers }) => headers["webhook-id"])).size).toBe(1)
    expect(await marketplace.deliveries(id)).toEqual([expect.objectContaining({ status: "delivered", attempts: 12 })])
    expect((await attemptsOf(delivery)).slice(-2).map(({ number, trigger }) => ({ number, trigger }))).toEqual([{ number: 11, trigger: "redelivery" }, { number: 12, trigger: "redelivery" }])
    await redeliver(delivery)
    await sweep()
    expect(receiver.at(path)).toHaveLength(13)
  })

  /** Two attempts have failed, and the third waits for minutes. */
  const postponed = async (endpointId: string): Promise<string> => {
    receiver.reply(path, 503)
    await marketplace.event(account)
    await sweep()
    later(10)
    await sweep()
    return (await marketplace.deliveries(endpointId)).at(-1)?.id ?? ""
  }
  const triggersOf = async (delivery: string): Promise<string[]> => (await attemptsOf(delivery)).map(({ trigger }) => trigger)

  test("of one that waits for its next attempt is made now, and delivers it", async () => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    await marketplace.event(account)
    const [waiting] = await marketplace.deliveries(id)
    // Its first attempt is due: nothing is to be hastened.
    await expect(redeliver(waiting?.id ?? "")).rejects.toMatchObject({ code: "invalid_state" })
    await sweep()
    const delivery = await postponed(id)
    receiver.reply(path, 200)
    await redeliver(delivery)
    await sweep()
    expect(await marketplace.deliveries(id)).toMatchObject([{ status: "delivered", attempts: 1 }, { status: "delivered", attempts: 3, next_attempt_at: null }])
    expect(await triggersOf(delivery)).toEqual(["schedule", "schedule", "redelivery"])
    later(200_000)
    await sweep()
    expect(receiver.at(path)).toHaveLength(4)
  })

  test("of one that waits for its next attempt takes none of the schedule's and does not count, however often it fails", async () => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    const delivery = await postponed(id)
    const before = await marketplace.deliveries(id)
    for (let click = 1; click <= 10; click++) {
      receiver.reply(path, click === 10 ? 410 : 503)
      await redeliver(delivery)
      await expect(redeliver(delivery)).rejects.toMatchObject({ code: "invalid_state" })
      later(5)
      await sweep()
      await sweep()
      expect(receiver.at(path)).toHaveLength(2 + click)
      expect(await marketplace.deliveries(id)).toEqual([{ ...before[0], attempts: 2 + click }])
      expect(await stateOf(id)).toEqual({ status: "enabled", disabled_reason: null, failures_in_a_row: 2 })
    }
    receiver.reply(path, 503)
    for (let attempt = 3; attempt <= 12; attempt++) {
      now = (await marketplace.deliveries(id))[0]?.next_attempt_at ?? now
      await sweep()
    }
    expect(await marketplace.deliveries(id)).toEqual([expect.objectContaining({ status: "failed", attempts: 20, next_attempt_at: null })])
    expect(await triggersOf(delivery)).toEqual([...Array<string>(2).fill("schedule"), ...Array<string>(10).fill("redelivery"), ...Array<string>(8).fill("schedule")])
  })

  test("that fails after the next attempt would have been due is followed by that at once", async () => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    const delivery = await postponed(id)
    await redeliver(delivery)
    later(1_000)
    await sweep()
    await sweep()
    expect(await triggersOf(delivery)).toEqual(["schedule", "schedule", "redelivery", "schedule"])
    expect(await stateOf(id)).toMatchObject({ failures_in_a_row: 3 })
  })

  test("of all since a time takes those that wait for their next attempt, by when they were last tried", async () => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    receiver.reply(path, 503)
    await marketplace.event(account)
    await marketplace.event(account)
    await sweep()
    later(10)
    await sweep()
    const tried = now
    receiver.reply(path, 200)
    await marketplace.event(account)
    expect(await countFailed({ endpointId: id, since: new Date(tried.getTime() + 1) })).toBe(0)
    expect(await countFailed({ endpointId: id, since: tried })).toBe(2)
    expect(await redeliverFailed({ endpointId: id, since: tried })).toBe(2)
    expect(await countFailed({ endpointId: id, since: tried })).toBe(0)
    await sweep()
    expect((await marketplace.deliveries(id)).map(({ status }) => status)).toEqual(["delivered", "delivered", "delivered"])
  })

  test("of all that failed since a time, after a count", async () => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    await failed(id)
    await marketplace.rows("UPDATE webhook_endpoint SET failures_in_a_row = 0 WHERE id = $1", [id])
    later(1)
    const since = now
    await failed(id)
    await marketplace.event(account)
    await sweep()
    expect(await countFailed({ endpointId: id, since })).toBe(1)
    expect(await countFailed({ endpointId: id, since: new Date(0) })).toBe(2)
    const before = receiver.at(path).length
    expect(await redeliverFailed({ endpointId: id, since })).toBe(1)
    expect(await redeliverFailed({ endpointId: id, since })).toBe(0)
    await sweep()
    expect(receiver.at(path)).toHaveLength(before + 1)
    expect(await countFailed({ endpointId: id, since })).toBe(0)
  })

  test("asked for many times at once happens once", async () => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    const delivery = await failed(id)
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => redeliver(delivery)))
    expect(asked.filter(({ status }) => status === "fulfilled")).toHaveLength(1)
    await sweep()
    expect(receiver.at(path)).toHaveLength(11)
  })

  test("of what does not exist is not found", async () => {
    await expect(redeliver(uuidv7())).rejects.toMatchObject({ code: "not_found" })
  })
})

describe("a test event", () => {
  test("gives the live answer of a ping, whatever the endpoint's state, and is kept as one delivery", async () => {
    const { id, secret } = await marketplace.endpoint(account, receiver.url(path), { livemode: false })
    await marketplace.rows("UPDATE webhook_endpoint SET status = 'paused' WHERE id = $1", [id])
    receiver.reply(path, (_received, response) => response.writeHead(418, { "x-pot": "short and stout" }).end("tea"))
    const result = await sendTest(id)
    expect(result).toMatchObject({ statusCode: 418, error: null, responseBody: "tea", responseHeaders: { "x-pot": "short and stout" } })
    const [received] = receiver.at(path)
    expect(new Webhook(secret).verify(received?.body ?? "", received?.headers ?? {})).toMatchObject({ type: "ping", livemode: false, data: { webhook_endpoint: `we_${id}` } })
    expect(await marketplace.deliveries(id)).toEqual([expect.objectContaining({ id: result.deliveryId, status: "failed", attempts: 1 })])
    expect((await attemptsOf(result.deliveryId)).map(({ trigger }) => trigger)).toEqual(["test"])
    expect(await stateOf(id)).toMatchObject({ status: "paused", failures_in_a_row: 0 })
    expect(await countFailed({ endpointId: id, since: new Date(0) })).toBe(0)
  })

  test("says why there was no answer, and of no endpoint that there is none", async () => {
    const { id } = await marketplace.endpoint(account, "http://127.0.0.1:1/")
    expect(await sendTest(id)).toMatchObject({ statusCode: null, error: "connection_refused", responseBody: null })
    await marketplace.rows("UPDATE webhook_endpoint SET deleted_at = now() WHERE id = $1", [id])
    await expect(sendTest(id)).rejects.toMatchObject({ code: "not_found" })
  })
})

test("a secret is readable as its own endpoint's only, and never stored in clear", () => {
  const [endpoint, other, secret] = [uuidv7(), uuidv7(), mintSecret()]
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const sealed = sealSecret(endpoint, secret)
  expect(sealed.includes(Buffer.from(secret))).toBe(false)
  expect(openSecret(endpoint, sealed)).toBe(secret)
  expect(() => openSecret(other, sealed)).toThrow()
})
