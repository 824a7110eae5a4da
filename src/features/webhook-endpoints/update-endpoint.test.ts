import { randomUUID } from "node:crypto"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { publicId } from "@/domain/public-id"
import { updateEndpoint } from "@/features/webhook-endpoints/update-endpoint"
import type { Actor } from "@/platform/audit"
import { WebhookMarketplace } from "@/testing/webhook-marketplace"

let marketplace: WebhookMarketplace
let account: string
let endpoint: string

beforeAll(async () => {
  marketplace = await WebhookMarketplace.open()
})
afterAll(() => marketplace.close())
beforeEach(async () => {
  account = await marketplace.account()
  endpoint = (await marketplace.endpoint(account, "https://hooks.example/")).id
  await marketplace.event(account)
  await marketplace.rows("UPDATE webhook_pending SET failures = 3, due_at = now() + interval '1 hour' WHERE endpoint_id = $1", [endpoint])
})

const enable = (): Promise<unknown> => {
  const actor: Actor = { caller: { kind: "session", accountId: account } as Actor["caller"], address: "203.0.113.9", requestId: randomUUID() }
  return updateEndpoint(actor, { id: publicId("webhook_endpoint", endpoint), status: "enabled" })
}
const due = (): Promise<unknown[]> => marketplace.rows("SELECT due_at <= now() AS due FROM webhook_pending WHERE endpoint_id = $1", [endpoint])

test("enabling what is enabled already hastens nothing that waits for its next attempt", async () => {
  await enable()
  expect(await due()).toEqual([{ due: false }])
})

test.each([
  ["paused", "status = 'paused'"],
  ["disabled", "status = 'disabled', disabled_reason = 'failing'"],
])("enabling what was %s sends at once what waits", async (_state, how) => {
  await marketplace.rows(`UPDATE webhook_endpoint SET ${how} WHERE id = $1`, [endpoint])
  await enable()
  expect(await due()).toEqual([{ due: true }])
})
