import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import type * as FastSha256 from "fast-sha256"
import fc from "fast-check"
import { Webhook } from "standardwebhooks"
import { Webhook as SvixWebhook } from "svix"
import { afterAll, beforeAll, expect, test } from "vitest"
import { buildIfStale } from "@/commands/build/build"
import { startServerProcess } from "@/commands/process/server-process"
import { WebhookMarketplace } from "@/testing/fixtures/webhook-marketplace"
import { WebhookReceiver } from "@/testing/fixtures/webhook-receiver"
import { mintSecret } from "@/webhooks/endpoints/endpoint-secret"
import { hmac } from "@/webhooks/delivery/hmac-sha256"

const { hmac: original } = createRequire(import.meta.url)("fast-sha256") as typeof FastSha256

test("hmac equals that of fast-sha256 for random keys and data", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.uint8Array({ maxLength: 3_000 }), (key, data) => {
      expect(Buffer.from(hmac(key, data))).toEqual(Buffer.from(original(key, data)))
    }),
    { numRuns: 1_000 },
  )
  // Sizes around the hash's block boundaries.
  const bytes = Uint8Array.from({ length: 200 }, (_, index) => index)
  for (const size of [0, 1, 32, 54, 55, 56, 63, 64, 65, 119, 120, 128, 129]) {
    expect(Buffer.from(hmac(bytes.subarray(0, size), bytes)), `a key of ${size}`).toEqual(
      Buffer.from(original(bytes.subarray(0, size), bytes)),
    )
    expect(Buffer.from(hmac(bytes, bytes.subarray(0, size))), `data of ${size}`).toEqual(
      Buffer.from(original(bytes, bytes.subarray(0, size))),
    )
  }
})

test("standardwebhooks uses no other function of fast-sha256", () => {
  const used = readFileSync(createRequire(import.meta.url).resolve("standardwebhooks"), "utf8").match(/\bsha256\.\w+/g)
  expect([...new Set(used)]).toEqual(["sha256.hmac"])
})

let marketplace: WebhookMarketplace
let receiver: WebhookReceiver

beforeAll(async () => {
  await buildIfStale(() => undefined)
  marketplace = await WebhookMarketplace.open()
  receiver = await WebhookReceiver.open()
}, 600_000)
afterAll(async () => {
  await receiver.close()
  await marketplace.close()
})

test("the published standardwebhooks and Svix libraries verify what the built worker signs", async () => {
  expect(readFileSync("dist/worker.mjs", "utf8")).not.toMatch(
    /(?:from|require\w*\() *["'](?:standardwebhooks|fast-sha256)["']/,
  )
  const account = await marketplace.account()
  const { secret } = await marketplace.endpoint(account, receiver.url("/hooks"))
  for (const note of ["", "x".repeat(5_000), "नमस्ते \u2028 😀"])
    await marketplace.recordEvent(account, { data: { note } })
  const env = {
    ...process.env,
    NODE_ENV: "production" as const,
    DATABASE_URL: marketplace.databaseUrl,
    WEBHOOK_LOOPBACK: "1",
    LOG_LEVEL: "silent",
  }
  const worker = await startServerProcess({ args: ["dist/worker.mjs"], env, quiet: true })
  try {
    await expect.poll(() => receiver.received.length, { timeout: 20_000 }).toBe(3)
  } finally {
    await worker.stop()
  }
  for (const { body, headers } of receiver.received) {
    for (const Library of [Webhook, SvixWebhook]) {
      expect(new Library(secret).verify(body, headers)).toMatchObject({ type: "order.created" })
      expect(() => new Library(secret).verify(`${body} `, headers)).toThrow()
      expect(() => new Library(mintSecret()).verify(body, headers)).toThrow()
    }
  }
})
