import { expect } from "vitest"
import { test } from "@/testing/fixtures/webhook-harness"

// Each title continues the sentence "According to the schedule ...".

test("a receiver that fails nine times gets the event at the tenth attempt, on time and with one ID", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  endpoint: { id, secret },
}) => {
  let responses = 0
  receiver.reply(path, (_received, response) => response.writeHead(++responses < 10 ? 500 : 204).end())
  await marketplace.recordEvent(account)
  await harness.deliverDue()
  const times = [harness.now]
  for (const [index, seconds] of [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].entries()) {
    harness.advance(seconds - 1)
    await harness.deliverDue()
    expect(receiver.at(path), `before attempt ${index + 2} is due`).toHaveLength(index + 1)
    harness.advance(seconds * 0.2 + 1)
    await harness.deliverDue()
    expect(receiver.at(path), `when attempt ${index + 2} is due`).toHaveLength(index + 2)
    times.push(harness.now)
  }
  const [delivery] = await marketplace.deliveries(id)
  expect(delivery).toMatchObject({ status: "delivered", attempts: 10, next_attempt_at: null })
  const received = receiver.at(path)
  expect(new Set(received.map(({ headers }) => headers["webhook-id"])).size).toBe(1)
  expect(new Set(received.map(({ body }) => body)).size).toBe(1)
  expect(received.map(({ headers }) => Number(headers["webhook-timestamp"]))).toEqual(
    times.map((time) => Math.floor(time.getTime() / 1000)),
  )
  expect(secret).toMatch(/^whsec_/)
  expect(await harness.stateOf(id)).toMatchObject({ status: "enabled", failures_in_a_row: 0 })
})

test("after the tenth failure there is no eleventh", async ({
  harness,
  marketplace,
  receiver,
  account,
  path,
  endpoint: { id },
}) => {
  receiver.reply(path, 500)
  await marketplace.recordEvent(account)
  for (let attempt = 0; attempt < 12; attempt++) {
    await harness.deliverDue()
    harness.advance(200_000)
  }
  expect(receiver.at(path)).toHaveLength(10)
  expect(await marketplace.deliveries(id)).toEqual([
    expect.objectContaining({ status: "failed", attempts: 10, next_attempt_at: null }),
  ])
})

test.for<[string, number | null, string | null]>([
  ["a redirect", 302, null],
  ["a server error", 503, null],
  ["a broken connection", null, "connection_failed"],
])("%s is a failure", async ([_what, status, error], { harness, marketplace, receiver, account, path }) => {
  const { id } = await marketplace.endpoint(account, receiver.url(path))
  receiver.reply(path, (_received, response) => {
    if (status) response.writeHead(status, { location: receiver.url("/elsewhere") }).end()
    else if (error === "connection_failed") response.destroy()
  })
  await marketplace.recordEvent(account)
  await harness.deliverDue()
  const [delivery] = await marketplace.deliveries(id)
  expect(delivery).toMatchObject({ status: "pending", attempts: 1 })
  expect(await harness.attemptsOf(delivery?.id ?? "")).toEqual([
    expect.objectContaining({ status_code: status, error }) as object,
  ])
  expect(receiver.at("/elsewhere")).toEqual([])
})

test.for<[string, (now: Date) => string, number]>([
  ["seconds", () => "3600", 3_600],
  ["a date", (now) => new Date(now.getTime() + 1_800_000).toUTCString(), 1_799],
  ["less than the schedule", () => "1", 5],
  ["more than a day", () => "999999", 86_400],
])(
  "Retry-After in %s lengthens the delay",
  async ([_what, value, seconds], { harness, marketplace, receiver, account, path }) => {
    const { id } = await marketplace.endpoint(account, receiver.url(path))
    receiver.reply(path, (_received, response) => response.writeHead(429, { "retry-after": value(harness.now) }).end())
    await marketplace.recordEvent(account)
    await harness.deliverDue()
    const [delivery] = await marketplace.deliveries(id)
    const delay = ((delivery?.next_attempt_at?.getTime() ?? 0) - harness.now.getTime()) / 1000
    expect(delay).toBeGreaterThanOrEqual(seconds)
    expect(delay).toBeLessThanOrEqual(seconds + 1)
  },
)
