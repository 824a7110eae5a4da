import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { hashPassword } from "@/auth/password"
import type { Delivery, DeliveryDetail, EventDelivery } from "@/webhooks/deliveries/schema"
import type { TestResult, WebhookEndpoint, WebhookEndpointSecret } from "@/webhooks/endpoints/schema"
import en from "@/i18n/messages/en.json"
import { Lane } from "@/testing/fixtures/lane"
import { messagesTo } from "@/testing/fixtures/mailbox"
import { PortalClient } from "@/testing/fixtures/portal-client"
import { WebhookReceiver } from "@/testing/fixtures/webhook-receiver"

describe("webhooks in the portal", () => {
  let lane: Lane
  let receiver: WebhookReceiver
  const password = "a long password"

  beforeAll(async () => {
    lane = await Lane.lease("fast", { WEBHOOK_LOOPBACK: "1" })
    receiver = await WebhookReceiver.open()
  })
  afterAll(async () => {
    await receiver.close()
    await lane.close()
  })

  const holder = async () => {
    const email = `${Math.random().toString(36).slice(2)}@example.in`
    const account = await lane.marketplace.account({ email })
    await lane.marketplace.rows("UPDATE account SET password_hash = $2 WHERE id = $1", [
      account,
      await hashPassword(password),
    ])
    const client = new PortalClient(lane.url)
    expect(await client.signIn(email, password)).toBeNull()
    return { account, client, email }
  }
  const add = async (client: PortalClient, more: object = {}): Promise<string> => {
    const { data } = await client.mutate<{ data: WebhookEndpointSecret }>("webhookEndpoints.create", {
      url: receiver.url("/hooks"),
      events: ["order.created"],
      ...more,
    })
    return data.data.id
  }
  const ping = async (client: PortalClient, id: string): Promise<string> =>
    (await client.mutate<{ data: TestResult }>("webhookEndpoints.test", { id })).data.data.delivery_id
  const list = async (client: PortalClient, endpoint: string, more: object = {}): Promise<Delivery[]> =>
    (await client.query<{ data: Delivery[] }>("webhookDeliveries.list", { endpoint, ...more })).data.data
  const get = async (client: PortalClient, id: string): Promise<DeliveryDetail> =>
    (await client.query<{ data: DeliveryDetail }>("webhookDeliveries.get", { id })).data.data

  test("an account works with its own endpoints, each in its mode", async () => {
    const { client } = await holder()
    const { client: stranger } = await holder()
    const since = new Date(0).toISOString()
    for (const [mode, other] of [
      ["live", "sandbox"],
      ["sandbox", "live"],
    ] as const) {
      const here = client.inMode(mode)
      const endpoint = await add(here)
      const { data } = await here.query<{ data: WebhookEndpoint[] }>("webhookEndpoints.list", {})
      expect(data.data.map(({ id, livemode }) => [id, livemode])).toEqual([[endpoint, mode === "live"]])
      const delivery = await ping(here, endpoint)
      expect((await list(here, endpoint)).map(({ id }) => id)).toEqual([delivery])
      for (const outsider of [stranger.inMode(mode), client.inMode(other)]) {
        for (const [procedure, input] of [
          ["webhookDeliveries.list", { endpoint }],
          ["webhookDeliveries.get", { id: delivery }],
          ["portalWebhookDeliveries.list", { endpoint }],
          ["portalWebhookDeliveries.export", { endpoint }],
          ["portalWebhookDeliveries.statistics", { endpoint }],
          ["portalWebhookDeliveries.countReplay", { id: endpoint, since }],
        ] as const)
          expect([procedure, (await outsider.query(procedure, input)).problem]).toEqual([procedure, "not_found"])
        for (const [procedure, input] of [
          ["redeliver", { id: delivery }],
          ["replay", { id: endpoint, since }],
        ] as const)
          expect([procedure, (await outsider.mutate(`webhookDeliveries.${procedure}`, input)).problem]).toEqual([
            procedure,
            "not_found",
          ])
        for (const procedure of ["test", "rotateSecret", "update", "delete"])
          expect((await outsider.mutate(`webhookEndpoints.${procedure}`, { id: endpoint })).problem).toBe("not_found")
        expect((await outsider.query("webhookEndpoints.get", { id: endpoint })).problem).toBe("not_found")
        expect((await outsider.fetch(`/webhooks/${endpoint}/deliveries/export`)).status).toBe(404)
      }
      expect(
        (await client.inMode(other).fetch(`/webhooks/${endpoint}/deliveries/export?format=ndjson&mode=${other}`))
          .status,
      ).toBe(404)
      expect((await client.fetch(`/webhooks/${endpoint}/deliveries/export?format=ndjson&mode=${mode}`)).status).toBe(
        200,
      )
      const [pinged] = await list(here, endpoint)
      const ofEvents = async (reader: PortalClient) =>
        (
          await reader.query<{ data: EventDelivery[] }>("portalWebhookDeliveries.ofEvents", {
            events: [pinged?.event_id],
          })
        ).data.data.length
      expect([await ofEvents(here), await ofEvents(client.inMode(other))]).toEqual([1, 0])
      const second = await add(here)
      expect((await client.fetch(`/webhooks/${second}/deliveries/${delivery}?mode=${mode}`)).status).toBe(404)
      expect((await new PortalClient(lane.url).query("webhookDeliveries.list", { endpoint })).problem).toBe(
        "authentication_required",
      )
      await here.mutate("webhookEndpoints.delete", { id: second })
      const deleted = async (reader: PortalClient) =>
        (await reader.query<{ data: { id: string }[] }>("portalWebhookEndpoints.deleted")).data.data.map(({ id }) => id)
      expect(await deleted(here)).toEqual([second])
      expect(await deleted(client.inMode(other))).not.toContain(second)
    }
  })

  test("an event lists its deliveries at the account's endpoints, also deleted ones, to that account only", async () => {
    const { account, client } = await holder()
    const { client: stranger } = await holder()
    const endpoint = await add(client)
    const ofEvents = async (reader: PortalClient, events: string[]) =>
      (await reader.query<{ data: EventDelivery[] }>("portalWebhookDeliveries.ofEvents", { events })).data.data
    const pinged = await get(client, await ping(client, endpoint))
    expect(await ofEvents(client, [pinged.event_id])).toMatchObject([
      { id: pinged.id, status: "delivered", endpoint: { id: endpoint, url: receiver.url("/hooks") } },
    ])
    await client.mutate("webhookEndpoints.delete", { id: endpoint })
    expect(await ofEvents(client, [pinged.event_id, `evt_${account}`, "evt_none"])).toHaveLength(1)
    expect(await ofEvents(stranger, [pinged.event_id])).toEqual([])
  })

  test("a delivery shows the request and response of each attempt, and can be redelivered", async () => {
    const { client } = await holder()
    const endpoint = await add(client)
    receiver.reply("/hooks", (_received, response) =>
      response.writeHead(503, { "content-type": "text/plain", "x-from": "receiver" }).end("closed"),
    )
    const id = await ping(client, endpoint)
    const failed = await get(client, id)
    expect(failed).toMatchObject({ status: "failed", attempts: 1, last_status_code: 503, event_type: "ping" })
    expect(failed.history).toMatchObject([
      {
        number: 1,
        trigger: "test",
        url: receiver.url("/hooks"),
        status_code: 503,
        error: null,
        response_body: "closed",
        response_headers: { "x-from": "receiver" },
      },
    ])
    expect(failed.history[0]?.request_headers).toMatchObject({
      "webhook-id": failed.event_id,
      "webhook-signature": expect.stringMatching(/^v1,/) as string,
    })
    expect(failed.body).toBe(receiver.received.at(-1)?.body)
    receiver.reply("/hooks", 200)
    expect((await client.mutate("webhookDeliveries.redeliver", { endpoint, id })).status).toBe(200)
    await expect.poll(async () => (await get(client, id)).status, { timeout: 15_000 }).toBe("delivered")
    expect(
      (await get(client, id)).history.map(({ number, trigger, status_code }) => [number, trigger, status_code]),
    ).toEqual([
      [2, "redelivery", 200],
      [1, "test", 503],
    ])
  })

  test("failed deliveries since a time are counted and redelivered; those of a deleted endpoint stay readable", async () => {
    const { account, client } = await holder()
    const endpoint = await add(client)
    const path = "/failing"
    await client.mutate("webhookEndpoints.update", { id: endpoint, url: receiver.url(path) })
    const failedAt = async (at: Date): Promise<void> => {
      const time = at.getTime().toString(16).padStart(12, "0")
      const uuid = (last: string): string => `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${last}`
      const [event, delivery] = [uuid("000000000001"), uuid("000000000002")]
      await lane.marketplace.rows(
        `INSERT INTO webhook_event (id, type, account_id, subject_id, api_version, livemode, data, created_at)
         VALUES ($1, 'order.created', $2, $1, '2026-05-01', true, '{"number": "HT-2605-000123"}', $3)`,
        [event, account, at],
      )
      await lane.marketplace.rows(
        "INSERT INTO webhook_delivery (id, event_id, event_created_at, event_type, endpoint_id, status, attempts, created_at, last_attempt_at) VALUES ($1, $2, $3, 'order.created', $4, 'failed', 10, $3, $3::timestamptz + interval '1 minute')",
        [delivery, event, at, endpoint.slice(3)],
      )
    }
    const hours = (ago: number): Date => new Date(Date.now() - ago * 3_600_000)
    const inPortal = async (): Promise<[subjects: unknown[], mayRedeliver: boolean]> => {
      const { data } = await client.query<{ data: { subject: unknown }[]; may_redeliver: boolean }>(
        "portalWebhookDeliveries.list",
        { endpoint },
      )
      return [data.data.map(({ subject }) => subject), data.may_redeliver]
    }
    expect(await inPortal()).toEqual([[], false])
    for (const ago of [1, 2, 30]) await failedAt(hours(ago))
    expect(await inPortal()).toEqual([Array<string>(3).fill("HT-2605-000123"), true])
    const since = hours(24).toISOString()
    expect(
      (await client.query<{ count: number }>("portalWebhookDeliveries.countReplay", { id: endpoint, since })).data
        .count,
    ).toBe(2)
    expect((await list(client, endpoint, { status: "failed" })).length).toBe(3)
    expect((await list(client, endpoint, { since, until: hours(1.5).toISOString() })).length).toBe(1)
    expect((await list(client, endpoint, { type: "ping" })).length).toBe(0)
    expect(
      (await client.mutate<{ data: { count: number } }>("webhookDeliveries.replay", { id: endpoint, since })).data.data
        .count,
    ).toBe(2)
    await expect.poll(() => receiver.at(path).length, { timeout: 15_000 }).toBe(2)
    await expect
      .poll(async () => (await list(client, endpoint, { status: "delivered" })).length, { timeout: 15_000 })
      .toBe(2)
    expect(
      (await client.query<{ count: number }>("portalWebhookDeliveries.countReplay", { id: endpoint, since })).data
        .count,
    ).toBe(0)

    expect((await client.mutate("webhookEndpoints.delete", { id: endpoint })).status).toBe(200)
    expect((await list(client, endpoint)).length).toBe(3)
    expect((await inPortal())[1]).toBe(false)
    const { data: deleted } = await client.query<{ data: { id: string }[] }>("portalWebhookEndpoints.deleted")
    expect(deleted.data.map(({ id }) => id)).toEqual([endpoint])
    const [still, read] = [
      (await list(client, endpoint, { status: "failed" }))[0],
      (await list(client, endpoint, { status: "delivered" }))[0],
    ]
    expect(await get(client, read?.id ?? "")).toMatchObject({
      body: receiver.at(path).find(({ headers }) => headers["webhook-id"] === read?.event_id)?.body,
      history: [{ trigger: "redelivery", status_code: 200, response_body: "thank you" }],
    })
    expect(
      (await (await client.fetch(`/webhooks/${endpoint}/deliveries/export?format=ndjson`)).text()).trim().split("\n"),
    ).toHaveLength(3)
    const { client: stranger } = await holder()
    expect((await stranger.query<{ data: unknown[] }>("portalWebhookEndpoints.deleted")).data.data).toEqual([])
    expect((await stranger.query("webhookDeliveries.list", { endpoint })).problem).toBe("not_found")
    expect((await client.mutate("webhookDeliveries.redeliver", { endpoint, id: still?.id })).problem).toBe(
      "invalid_state",
    )
    expect((await client.mutate("webhookDeliveries.replay", { id: endpoint, since })).problem).toBe("invalid_state")
  })

  test("an export of many batches has every delivery once", async () => {
    const { client } = await holder()
    const endpoint = await add(client)
    await lane.marketplace.rows(
      `INSERT INTO webhook_delivery (id, event_id, event_created_at, event_type, endpoint_id, status, attempts, created_at)
       SELECT gen_random_uuid(), gen_random_uuid(), at, 'order.created', $1, 'delivered', 1, at
       FROM (SELECT date_trunc('milliseconds', now()) - (n / 3) * interval '1 minute' AS at FROM generate_series(1, 2500) n) moments`,
      [endpoint.slice(3)],
    )
    const file = async (query: string): Promise<Response> =>
      client.fetch(`/webhooks/${endpoint}/deliveries/export?${query}`)
    const ndjson = await file("format=ndjson")
    expect([ndjson.status, ndjson.headers.get("content-type")]).toEqual([200, "application/x-ndjson"])
    const rows = (await ndjson.text())
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Delivery)
    expect([rows.length, new Set(rows.map(({ id }) => id)).size]).toEqual([2_500, 2_500])
    const csv = (await (await file("format=csv&within=1h")).text()).split("\r\n")
    expect(csv[0]).toBe(
      "id,event_id,event_type,status,attempts,last_status_code,last_attempt_at,next_attempt_at,created_at",
    )
    expect(csv.length - 2).toBe(rows.filter(({ created_at }) => Date.parse(created_at) > Date.now() - 3_600_000).length)
    expect((await (await file("status=failed")).text()).split("\r\n").length - 2).toBe(0)
    expect((await file("format=csv")).headers.get("content-disposition")).toMatch(
      /^attachment; filename="deliveries-we_/,
    )
    const { client: stranger } = await holder()
    expect((await stranger.fetch(`/webhooks/${endpoint}/deliveries/export`)).status).toBe(404)
    expect((await new PortalClient(lane.url).fetch(`/webhooks/${endpoint}/deliveries/export`)).status).toBe(401)
  })

  test("an account lists its own events of the mode", async () => {
    const { account, client } = await holder()
    const { client: stranger } = await holder()
    for (const livemode of [true, false]) {
      await lane.marketplace.rows(
        "INSERT INTO webhook_event (id, type, account_id, subject_id, api_version, livemode, data) VALUES (gen_random_uuid(), 'order.created', $1, $1, '2026-05-01', $2, '{}')",
        [account, livemode],
      )
    }
    const modes = async (of: PortalClient, filter: object): Promise<unknown[]> =>
      (await of.query<{ data: { livemode: boolean }[] }>("webhookEvents.list", filter)).data.data.map(
        ({ livemode }) => livemode,
      )
    const inSandbox = client.inMode("sandbox")
    expect([
      await modes(client, {}),
      await modes(inSandbox, {}),
      await modes(inSandbox, { type: "order.refunded" }),
      await modes(stranger, {}),
    ]).toEqual([[true], [false], [], []])
  })

  test("showing a secret requires a recent reauthentication", async () => {
    const { account, client } = await holder()
    const id = await add(client)
    await lane.marketplace.rows(
      "UPDATE session SET proved_at = now() - interval '16 minutes', created_at = now() - interval '16 minutes' WHERE account_id = $1",
      [account],
    )
    expect((await client.mutate("webhookEndpoints.rotateSecret", { id })).problem).toBe("reauthentication_required")
    const input = { url: receiver.url("/hooks"), events: ["order.created"] }
    expect((await client.mutate("webhookEndpoints.create", input)).problem).toBe("reauthentication_required")
    expect((await client.mutate("webhookEndpoints.update", { id, description: "still mine" })).status).toBe(200)
  })

  test("changing an endpoint's URL requires a recent reauthentication, and is emailed to the owner", async () => {
    const { account, client, email } = await holder()
    const id = await add(client)
    await lane.marketplace.rows("UPDATE session SET proved_at = now() - interval '16 minutes' WHERE account_id = $1", [
      account,
    ])
    const [url, moved] = [
      receiver.url("/hooks"),
      receiver.url("/hooks").replace("127.0.0.1", "localhost").replace("/hooks", "/moved"),
    ]
    const shown = async (): Promise<unknown> =>
      (await client.query<{ data: { url: string } }>("webhookEndpoints.get", { id })).data.data.url
    expect((await client.mutate("webhookEndpoints.update", { id, url: moved })).problem).toBe(
      "reauthentication_required",
    )
    expect((await client.mutate("webhookEndpoints.update", { id, url, description: "the same URL" })).status).toBe(200)
    expect(await shown()).toBe(url)
    expect((await client.mutate("security.prove", { proof: { password } })).status).toBe(200)
    expect((await client.mutate("webhookEndpoints.update", { id, url: moved })).status).toBe(200)
    expect((await client.mutate("webhookEndpoints.rotateSecret", { id })).status).toBe(200)
    const mails = () => messagesTo(lane.marketplace, email)
    // They may be sent at the same time.
    await expect
      .poll(async () => (await mails()).map(({ subject }) => subject).sort(), { timeout: 15_000 })
      .toEqual([en.Mail.webhook_url_changed.subject, en.Mail.webhook_secret_rotated.subject].sort())
    const change = (await mails()).find(({ subject }) => subject === en.Mail.webhook_url_changed.subject)
    expect(change?.text).toContain(new URL(url).host)
    expect(change?.text).toContain(new URL(moved).host)
  })
})
