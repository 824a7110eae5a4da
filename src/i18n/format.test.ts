import { describe, expect, it } from "vitest"
import { LOCALES } from "@/domain/locale"
import { type ViewerTimeZone, DEFAULT_TIME_ZONE } from "@/domain/time-zone"
import {
  pluralValues,
  formatAgo,
  formatDate,
  formatDay,
  formatDayAndHour,
  formatPeriod,
  formatHour,
  formatMoney,
  formatNumber,
  formatSecond,
  formatShare,
  formatTime,
} from "@/i18n/format"

describe("money", () => {
  it("is grouped the Indian way, with paise only if there are any", () => {
    expect(formatMoney(12_345_600, "en")).toBe("₹1,23,456")
    expect(formatMoney(9_950, "en")).toBe("₹99.50")
    expect(formatMoney(0, "mai")).toBe("₹0")
  })

  it("is the same in Hindi and Maithili, with Latin digits", () => {
    expect(formatMoney(12_345_650, "mai")).toBe(formatMoney(12_345_650, "hi"))
    for (const locale of LOCALES) expect(formatMoney(12_345_650, locale)).toBe("₹1,23,456.50")
  })
})

describe("numbers", () => {
  it("are grouped the Indian way in every language", () => {
    for (const locale of LOCALES)
      expect([formatNumber(1_234_567, locale), formatNumber(0, locale)]).toEqual(["12,34,567", "0"])
  })

  it("are passed to messages as plural selector and as formatted text", () => {
    for (const locale of LOCALES) expect(pluralValues(1_234_567, locale)).toEqual({ count: 1_234_567, n: "12,34,567" })
  })
})

describe("time", () => {
  const at = "2026-11-21T18:45:05.000Z"
  const by = (zone: string): ViewerTimeZone => ({ zone, detected: true })

  it("is shown in the reader's time zone, wherever the page is rendered", () => {
    expect(formatTime(at, "en", by("Asia/Kathmandu"))).toBe("22 Nov 2026, 00:30")
    expect(formatSecond(at, "en", by("Asia/Kathmandu"))).toBe("22 Nov, 00:30:05")
    expect(formatDayAndHour(at, "hi", by("Asia/Kolkata"))).toBe("22 नव॰, 00:15")
    expect(formatHour(at, "mai", by("UTC"))).toBe("18:45")
    expect(formatDay(at, "en", by("America/New_York"))).toBe("21 Nov")
    expect(formatDate(at, "en", by("America/New_York"))).toBe("21 Nov 2026")
  })

  it("is shortened in a period of one day", () => {
    const [hour, day] = [new Date("2026-11-21T19:45:00.000Z"), new Date("2026-11-22T19:45:00.000Z")]
    const zone = by("Asia/Kolkata")
    expect(formatPeriod(new Date(at), hour, "en", zone)).toBe("22 Nov, 00:15–01:15")
    expect(formatPeriod(new Date(at), hour, "hi", { ...zone, detected: false })).toBe("22 नव॰, 00:15–01:15 IST")
    expect(formatPeriod(new Date(at), day, "en", zone)).toBe("22 Nov, 00:15 – 23 Nov, 01:15")
  })

  it("names the time zone while the reader's is unknown", () => {
    const timeZone = { zone: DEFAULT_TIME_ZONE, detected: false }
    expect(formatTime(at, "en", timeZone)).toBe("22 Nov 2026, 00:15 IST")
    expect(formatSecond(at, "mai", timeZone)).toBe("22 नव॰, 00:15:05 IST")
    expect(formatDayAndHour(at, "en", timeZone)).toBe("22 Nov, 00:15 IST")
    expect(formatDate(at, "en", timeZone)).toBe("22 Nov 2026")
  })

  it("contains no kind of space that differs between Node and browsers", () => {
    for (const locale of LOCALES) expect(formatTime(at, locale, by("UTC"))).not.toMatch(/[\u00a0\u202f]/)
  })

  it("is relative in the largest fitting unit, and the future counts as now", () => {
    const now = new Date("2026-11-21T12:00:00.000Z")
    expect(formatAgo("2026-11-21T11:59:30.000Z", "en", now)).toBe("now")
    expect(formatAgo("2026-11-21T12:00:02.000Z", "en", now)).toBe("now")
    expect(formatAgo("2026-11-21T11:55:00.000Z", "en", now)).toBe("5 minutes ago")
    expect(formatAgo("2026-11-20T12:00:00.000Z", "en", now)).toBe("yesterday")
    expect(formatAgo("2026-10-01T12:00:00.000Z", "en", now)).toBe("last month")
  })

  it.each([
    ["2026-11-21T12:00:02.000Z", "अब", "एखने"],
    ["2026-11-21T11:59:30.000Z", "अब", "एखने"],
    ["2026-11-21T11:55:00.000Z", "5 मिनट पहले", "5 मिनट पहिने"],
    ["2026-11-21T10:59:00.000Z", "1 घंटे पहले", "1 घंटा पहिने"],
    ["2026-11-20T12:00:00.000Z", "कल", "1 दिन पहिने"],
    ["2026-11-12T11:00:00.000Z", "9 दिन पहले", "9 दिन पहिने"],
    ["2026-09-01T12:00:00.000Z", "2 माह पहले", "2 मास पहिने"],
    ["2023-06-01T12:00:00.000Z", "3 वर्ष पहले", "3 बरख पहिने"],
  ])("since %s is worded separately in Hindi and in Maithili", (at, hindi, maithili) => {
    const now = new Date("2026-11-21T12:00:00.000Z")
    expect([formatAgo(at, "hi", now), formatAgo(at, "mai", now)]).toEqual([hindi, maithili])
  })

  it("has Maithili month names, in the reader's time zone", () => {
    const months = Array.from({ length: 12 }, (_, month) =>
      formatDay(new Date(Date.UTC(2026, month, 15)), "mai", by("UTC")).replace("15 ", ""),
    )
    expect(months).toEqual(["जन॰", "फर॰", "मार्च", "अप्रैल", "मई", "जून", "जुल॰", "अग॰", "सित॰", "अक्टू॰", "नव॰", "दिस॰"])
    expect(formatTime("2026-01-31T20:00:00.000Z", "mai", by("Asia/Kolkata"))).toBe("1 फर॰ 2026, 01:30")
    expect(formatDate("2026-01-31T20:00:00.000Z", "hi", by("Asia/Kolkata"))).not.toBe(
      formatDate("2026-01-31T20:00:00.000Z", "mai", by("Asia/Kolkata")),
    )
  })
})

it("formats fractions in percent", () => {
  for (const locale of LOCALES)
    expect([formatShare(0, locale), formatShare(0.0125, locale), formatShare(1, locale)]).toEqual([
      "0%",
      "1.3%",
      "100%",
    ])
})
