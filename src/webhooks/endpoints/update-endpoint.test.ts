import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { publicId } from "@/domain/public-id"
import type { UpdateEndpoint, WebhookEndpoint } from "@/webhooks/endpoints/schema"
import { updateEndpoint } from "@/webhooks/endpoints/update-endpoint"
import type { Actor } from "@/platform/audit"
import { processSingleton } from "@/platform/process-singleton"
import { SafeFetcher } from "@/platform/safe-fetch/safe-fetch"
import { DnsServer } from "@/testing/fixtures/dns-server"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"

let dns: DnsServer
let marketplace: WebhookMarketplace
let account: string
let endpoint: string

beforeAll(async () => {
  dns = await DnsServer.open(() => [])
  processSingleton(
    "safe-fetch",
    () => new SafeFetcher({ ports: [443], loopback: false, dnsServers: [dns.address], timeoutMs: 2_000 }),
  )
  marketplace = await WebhookMarketplace.open()
})
afterAll(async () => {
  await marketplace.close()
  dns.close()
})
beforeEach(async () => {
  account = await marketplace.account()
  endpoint = (await marketplace.endpoint(account, "https://hooks.example/")).id
  await marketplace.recordEvent(account)
  await marketplace.rows(
    "UPDATE webhook_pending SET failures = 3, due_at = now() + interval '1 hour' WHERE endpoint_id = $1",
    [endpoint],
  )
})

function update(changes: Omit<UpdateEndpoint, "id">): Promise<WebhookEndpoint> {
  const actor: Actor = {
    caller: { kind: "session", livemode: true, accountId: account, signedInAt: new Date() } as Actor["caller"],
    ip: "203.0.113.9",
    requestId: randomUUID(),
  }
  return updateEndpoint(actor, { id: publicId("webhook_endpoint", endpoint), ...changes }, null)
}
function enable() {
  return update({ status: "enabled" })
}
function due(): Promise<unknown[]> {
  return marketplace.rows("SELECT due_at <= now() AS due FROM webhook_pending WHERE endpoint_id = $1", [endpoint])
}

test("enabling an enabled endpoint does not bring forward its next attempts", async () => {
  await enable()
  expect(await due()).toEqual([{ due: false }])
})

test.each([
  ["paused", "status = 'paused'"],
  ["disabled", "status = 'disabled', disabled_reason = 'failing'"],
])("enabling a %s endpoint makes its pending deliveries due immediately", async (_state, how) => {
  await marketplace.rows(`UPDATE webhook_endpoint SET ${how} WHERE id = $1`, [endpoint])
  await enable()
  expect(await due()).toEqual([{ due: true }])
})

test("an unchanged URL is not resolved again, a new one is", async () => {
  expect(await update({ url: "https://hooks.example/", description: "Warehouse" })).toMatchObject({
    url: "https://hooks.example/",
    description: "Warehouse",
  })
  expect(dns.queriedNames).toEqual([])
  await expect(update({ url: "https://hooks.example/2" })).rejects.toMatchObject({ code: "validation_failed" })
})
