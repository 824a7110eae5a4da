import { afterAll, beforeAll, expect, test } from "vitest"
import { processSingleton } from "@/platform/process-singleton"
import { SafeFetcher } from "@/platform/safe-fetch/safe-fetch"
import { DnsServer } from "@/testing/fixtures/dns-server"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"
import { WebhookReceiver } from "@/testing/fixtures/webhook-receiver"
import { Deliverer } from "@/webhooks/delivery/deliverer"
import { sendTest } from "@/webhooks/endpoints/send-test"

// The URL is checked again at each test and each attempt, since its DNS records may have changed.

let marketplace: WebhookMarketplace
let receiver: WebhookReceiver
let dns: DnsServer
let port: number

beforeAll(async () => {
  dns = await DnsServer.open(() => ["127.0.0.1"])
  receiver = await WebhookReceiver.open()
  port = Number(new URL(receiver.url("/")).port)
  // The first caller creates the process's singleton: one without the loopback setting, whose DNS server returns
  // internal addresses.
  processSingleton(
    "safe-fetch",
    () => new SafeFetcher({ ports: [443, port], loopback: false, dnsServers: [dns.address], timeoutMs: 2_000 }),
  )
  marketplace = await WebhookMarketplace.open()
})
afterAll(async () => {
  await receiver.close()
  dns.close()
  await marketplace.close()
})

test.each([
  [
    "a host name that now resolves to an internal address",
    () => `https://moved.example:${port}/`,
    "address_not_public",
  ],
  ["an internal IP address", () => `https://127.0.0.1:${port}/`, "address_not_public"],
  ["the metadata service", () => "https://169.254.169.254/latest/meta-data", "address_not_public"],
  ["plain http", () => `http://moved.example:${port}/`, "https_required"],
  ["a port that is not allowed", () => "https://moved.example:8443/", "port_not_allowed"],
])("a test event and an attempt send no request to %s", async (_what, url, error) => {
  const account = await marketplace.account()
  const { id } = await marketplace.endpoint(account, url())
  expect(await sendTest(id)).toMatchObject({ statusCode: null, error, responseBody: null })
  await marketplace.recordEvent(account)
  const now = new Date(Date.now() + 60_000)
  const deliverer = new Deliverer({ clock: () => now })
  await deliverer.checkDue()
  await deliverer.idle()
  const [attempt] = await marketplace.rows<object>(
    "SELECT status_code, error FROM webhook_attempt JOIN webhook_delivery d ON d.id = delivery_id WHERE endpoint_id = $1 AND event_type <> 'ping'",
    [id],
  )
  expect(attempt).toEqual({ status_code: null, error })
  expect(receiver.received).toEqual([])
})
