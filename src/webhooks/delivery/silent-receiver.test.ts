import { expect } from "vitest"
import { test as webhookTest } from "@/testing/fixtures/webhook-harness"

const test = webhookTest.extend("timeoutMs", { scope: "file" }, async () => 1_000)

test("a response that never arrives is a timeout failure", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
}) => {
  const { id } = await marketplace.endpoint(account, receiver.url(path))
  receiver.reply(path, () => undefined)
  await marketplace.recordEvent(account)
  await harness.deliverDue()
  const [delivery] = await marketplace.deliveries(id)
  expect(delivery).toMatchObject({ status: "pending", attempts: 1 })
  expect(await harness.attemptsOf(delivery?.id ?? "")).toEqual([
    expect.objectContaining({ status_code: null, error: "timeout" }) as object,
  ])
})
