import { expect, test } from "vitest"
import { parseHttpDate } from "@/http/date"

const NOW = new Date("2026-11-24T00:00:00Z")
function parsed(text: string): string | undefined {
  return parseHttpDate(text, NOW)?.toISOString()
}

test.each([
  ["Sun, 06 Nov 1994 08:49:37 GMT", "1994-11-06T08:49:37.000Z"],
  ["Sunday, 06-Nov-94 08:49:37 GMT", "1994-11-06T08:49:37.000Z"],
  ["Sun Nov  6 08:49:37 1994", "1994-11-06T08:49:37.000Z"],
  ["Wednesday, 25-Nov-76 00:00:00 GMT", "2076-11-25T00:00:00.000Z"],
  ["Friday, 25-Nov-77 00:00:00 GMT", "1977-11-25T00:00:00.000Z"],
])("%s is a date", (text, date) => {
  expect(parsed(text)).toBe(date)
})

test.each([
  "",
  "1",
  "tomorrow",
  "2026-11-24",
  "Sun, 06 Nov 1994 08:49:37 CET",
  "Sun, 6 Nov 1994 08:49:37 GMT",
  "Sun, 31 Feb 2026 08:49:37 GMT",
  "Sun, 06 Foo 1994 08:49:37 GMT",
  "Sun, 06 Nov 1994 24:49:37 GMT",
])("%o is not a date", (text) => {
  expect(parsed(text)).toBeUndefined()
})
