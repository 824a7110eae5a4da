import { describe, expect, it } from "vitest"
import { LOCALES } from "@/domain/locale"
import { formatAgo, formatDate, formatDay, formatHour, formatMoney, formatSecond, formatShare, formatTime } from "@/i18n/format"

describe("money", () => {
  it("is grouped the Indian way, with paise only where there are some", () => {
    expect(formatMoney(12_345_600, "en")).toBe("₹1,23,456")
    expect(formatMoney(9_950, "en")).toBe("₹99.50")
    expect(formatMoney(0, "mai")).toBe("₹0")
  })

  it("reads the same in Hindi and Maithili, in digits that every browser has", () => {
    expect(formatMoney(12_345_650, "mai")).toBe(formatMoney(12_345_650, "hi"))
    for (const locale of LOCALES) expect(formatMoney(12_345_650, locale)).toBe("₹1,23,456.50")
  })
})

describe("time", () => {
  it("is Indian, wherever the page is made", () => {
    expect(formatTime("2026-11-21T18:45:00.000Z", "en")).toBe("22 Nov 2026, 00:15")
    expect(formatDate("2026-11-21T18:45:00.000Z", "en")).toBe("22 Nov 2026")
  })

  it("can be the reader's own", () => {
    expect(formatSecond("2026-11-21T18:45:05.000Z", "en", "Asia/Kathmandu")).toBe("22 Nov, 00:30:05")
    expect(formatHour("2026-11-21T18:45:05.000Z", "mai", "UTC")).toBe("18:45")
    expect(formatDay("2026-11-21T18:45:05.000Z", "en", "America/New_York")).toBe("21 Nov")
  })

  it("holds no kind of space that differs between Node and browsers", () => {
    for (const locale of LOCALES) expect(formatTime("2026-11-21T18:45:00.000Z", locale)).not.toMatch(/[\u00a0\u202f]/)
  })

  it("that has passed is told in the largest unit that fits, and a clock that is ahead is now", () => {
    const now = new Date("2026-11-21T12:00:00.000Z")
    expect(formatAgo("2026-11-21T11:59:30.000Z", "en", now)).toBe("now")
    expect(formatAgo("2026-11-21T12:00:02.000Z", "en", now)).toBe("now")
    expect(formatAgo("2026-11-21T11:55:00.000Z", "en", now)).toBe("5 minutes ago")
    expect(formatAgo("2026-11-20T12:00:00.000Z", "en", now)).toBe("yesterday")
    expect(formatAgo("2026-10-01T12:00:00.000Z", "en", now)).toBe("last month")
  })
})

it("tells shares in percent", () => {
  for (const locale of LOCALES) expect([formatShare(0, locale), formatShare(0.0125, locale), formatShare(1, locale)]).toEqual(["0%", "1.3%", "100%"])
})
