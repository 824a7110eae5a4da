import { describe, expect, it } from "vitest"
import { isTimeZone, toLocalTime, parseLocalTime, timeBuckets } from "@/domain/time-zone"

function iso(steps: Date[]): string[] {
  return steps.map((step) => step.toISOString().replace(":00.000Z", "Z"))
}

describe("chart buckets", () => {
  const now = new Date("2026-11-21T18:45:12.345Z")

  it.each([
    ["Asia/Kolkata", ["2026-11-21T17:30Z", "2026-11-21T18:30Z", "2026-11-21T19:30Z"]],
    ["Asia/Kathmandu", ["2026-11-21T17:15Z", "2026-11-21T18:15Z", "2026-11-21T19:15Z"]],
    ["UTC", ["2026-11-21T17:00Z", "2026-11-21T18:00Z", "2026-11-21T19:00Z"]],
  ])("are hours in %s", (zone, hours) => {
    expect(iso(timeBuckets(now, zone, 1, 2))).toEqual(hours)
  })

  it("are quarters of a day from local midnight", () => {
    expect(iso(timeBuckets(now, "Asia/Kolkata", 6, 3))).toEqual([
      "2026-11-21T06:30Z",
      "2026-11-21T12:30Z",
      "2026-11-21T18:30Z",
      "2026-11-22T00:30Z",
    ])
  })

  it("are days, which are longer or shorter when the clocks change", () => {
    expect(iso(timeBuckets(now, "Asia/Kolkata", 24, 2))).toEqual([
      "2026-11-20T18:30Z",
      "2026-11-21T18:30Z",
      "2026-11-22T18:30Z",
    ])
    expect(iso(timeBuckets(new Date("2026-11-02T12:00:00Z"), "America/New_York", 24, 2))).toEqual([
      "2026-11-01T04:00Z",
      "2026-11-02T05:00Z",
      "2026-11-03T05:00Z",
    ])
    expect(iso(timeBuckets(new Date("2026-03-09T12:00:00Z"), "America/New_York", 24, 2))).toEqual([
      "2026-03-08T05:00Z",
      "2026-03-09T04:00Z",
      "2026-03-10T04:00Z",
    ])
  })

  it.each(["Asia/Kolkata", "Asia/Kathmandu", "Pacific/Chatham", "America/St_Johns", "Australia/Lord_Howe", "UTC"])(
    "start on quarter hours in %s",
    (zone) => {
      for (const hours of [1, 6, 24] as const)
        for (const step of timeBuckets(now, zone, hours, 30)) expect(step.getTime() % 900_000).toBe(0)
    },
  )
})

describe("a time zone", () => {
  it.each(["Asia/Kolkata", "Asia/Calcutta", "UTC"])("is %s", (name) => expect(isTimeZone(name)).toBe(true))
  it.each(["", "Asia/Nowhere", "x".repeat(65), "'; DROP TABLE"])("is not %j", (name) =>
    expect(isTimeZone(name)).toBe(false),
  )
})

describe("a local time in a form", () => {
  it("is converted to and from the given time zone", () => {
    expect(parseLocalTime("Asia/Kolkata", "2026-11-22T00:15")?.toISOString()).toBe("2026-11-21T18:45:00.000Z")
    expect(toLocalTime("Asia/Kolkata", new Date("2026-11-21T18:45:30Z"))).toBe("2026-11-22T00:15")
  })

  it.each(["", "yesterday", "2026-13-40T99:99", "2026-11-21T18:45:00Z"])("is null if it is invalid: %j", (local) =>
    expect(parseLocalTime("UTC", local)).toBeNull(),
  )
})
