import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { createEndpoint } from "@/webhooks/endpoints/create-endpoint"
import type { CreateEndpoint } from "@/webhooks/endpoints/schema"
import type { Actor } from "@/platform/audit"
import type { Idempotency } from "@/platform/idempotency"
import { processSingleton } from "@/platform/process-singleton"
import { SafeFetcher } from "@/platform/safe-fetch/safe-fetch"
import { sha256 } from "@/platform/secrets"
import { DnsServer } from "@/testing/fixtures/dns-server"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"

// URL checks at the creation of an endpoint, with a DNS server of the test.

const HOST = "hooks.example"

let marketplace: WebhookMarketplace
let dns: DnsServer
let named: boolean
let actor: Actor

beforeAll(async () => {
  dns = await DnsServer.open((name) => (named && name === HOST ? ["93.184.216.34"] : []))
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
  named = true
  actor = {
    caller: { kind: "session", livemode: true, accountId: await marketplace.account() } as Actor["caller"],
    ip: null,
    requestId: randomUUID(),
  }
})

function input(url: string, description = ""): CreateEndpoint {
  return { url, description, events: ["order.created"] }
}
function create(body: CreateEndpoint, key: string | null = null) {
  const result = { replayed: false }
  const idempotency: Idempotency | null =
    key === null
      ? null
      : {
          key,
          accountId: actor.caller.accountId,
          fingerprint: sha256(JSON.stringify(body)),
          onReplay: () => (result.replayed = true),
        }
  return createEndpoint(actor, body, idempotency).then((made) => ({ ...made, ...result }))
}
function endpoints() {
  return marketplace.rows("SELECT url FROM webhook_endpoint WHERE account_id = $1", [actor.caller.accountId])
}

test("an unresolvable host name rejects a new endpoint, but not the replay of an earlier request", async () => {
  const body = input(`https://${HOST}/haat`)
  const first = await create(body, "make-one")
  named = false
  const again = await create(body, "make-one")
  expect(again).toEqual({ ...first, replayed: true })
  await expect(create(input(body.url, "other"), "make-one")).rejects.toMatchObject({ code: "idempotency_key_reused" })
  await expect(create(body, "make-two")).rejects.toMatchObject({ code: "validation_failed" })
  await expect(create(body)).rejects.toMatchObject({ code: "validation_failed" })
  expect(await endpoints()).toEqual([{ url: body.url }])
})

test.each(["\t", "\n", "\r", "\u0001", "\u007f", "\u0085"])("a URL with %j in it is rejected", async (character) => {
  await expect(create(input(`https://93.184.216.34/a${character}b`))).rejects.toMatchObject({
    code: "validation_failed",
    details: [{ param: "url", code: "invalid_url" }],
  })
  expect(await endpoints()).toEqual([])
})
