import { describe, expect, test } from "vitest"
import { MAX_ATTEMPTS, nextState } from "@/webhooks/delivery/schedule"

const NOW = new Date("2026-05-01T00:00:00Z")
function response(statusCode: number | null, more: object = {}) {
  return { statusCode, error: null, headers: {}, ...more }
}
const FAILED = { status: "failed", delaySeconds: null }

describe("the next state of a delivery", () => {
  test("each delay is longer, with up to 20% of jitter, and the tenth failure is final", () => {
    const delays = (random: number): unknown[] =>
      Array.from(
        { length: MAX_ATTEMPTS },
        (_, failures) => nextState("schedule", failures, response(500), NOW, random).delaySeconds,
      )
    const table = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]
    expect(delays(0)).toEqual([...table, null])
    expect(delays(1)).toEqual([...table.map((seconds) => seconds * 1.2), null])
    expect(nextState("schedule", 9, response(500), NOW, 0)).toEqual(FAILED)
  })

  test.each(["redelivery", "test"] as const)("a %s is one attempt, whatever its outcome", (trigger) => {
    for (const refused of [
      response(500),
      response(429, { headers: { "retry-after": "60" } }),
      response(302),
      response(410),
      response(null, { error: "timeout" }),
    ]) {
      expect(nextState(trigger, 0, refused, NOW, 0)).toEqual(FAILED)
    }
    expect(nextState(trigger, 0, response(200), NOW, 0)).toEqual({ status: "delivered", delaySeconds: null })
  })

  test("a failed redelivery of a waiting delivery leaves its schedule unchanged", () => {
    for (const refused of [
      response(500),
      response(429, { headers: { "retry-after": "60" } }),
      response(410),
      response(null, { error: "timeout" }),
    ]) {
      expect(nextState("redelivery", 9, refused, NOW, 0)).toEqual({ status: "pending", delaySeconds: null })
    }
    expect(nextState("redelivery", 9, response(200), NOW, 0)).toEqual({ status: "delivered", delaySeconds: null })
  })

  test("only a complete 2xx is a delivery, and a 410 ends the attempts", () => {
    for (const status of [200, 201, 204, 299])
      expect(nextState("schedule", 0, response(status), NOW, 0).status).toBe("delivered")
    for (const status of [199, 300, 304, 307, 400, 401, 404, 500, 599])
      expect(nextState("schedule", 0, response(status), NOW, 0).status).toBe("pending")
    expect(nextState("schedule", 0, response(200, { error: "timeout" }), NOW, 0).status).toBe("pending")
    expect(nextState("schedule", 0, response(410), NOW, 0)).toEqual(FAILED)
  })

  test("Retry-After in seconds or as a date lengthens the delay, to a day at most", () => {
    const delay = (value: string, failures = 0): number | null =>
      nextState("schedule", failures, response(503, { headers: { "retry-after": value } }), NOW, 0).delaySeconds
    expect([delay("3600"), delay("Fri, 01 May 2026 00:30:00 GMT"), delay("1")]).toEqual([3_600, 1_800, 5])
    for (const value of ["86401", "999999999", "Fri, 01 May 2099 00:00:00 GMT"])
      expect([value, delay(value), delay(value, 8)]).toEqual([value, 86_400, 86_400])
  })

  test("an empty or invalid Retry-After is ignored", () => {
    for (const value of ["", "soon", "-5", "1e9", "Infinity", "Thu, 01 Jan 1970 00:00:00 GMT"])
      expect(
        nextState("schedule", 0, response(503, { headers: { "retry-after": value } }), NOW, 0).delaySeconds,
        value,
      ).toBe(5)
    expect(nextState("schedule", 0, response(503, { headers: null }), NOW, 0).delaySeconds).toBe(5)
  })
})
