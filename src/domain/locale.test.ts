import { expect, test } from "vitest"
import { negotiateLocale } from "@/domain/locale"

test.each([
  ["mai", "mai"],
  ["fr, hi;q=0.8, en;q=0.5", "hi"],
  ["en;q=0.1, mai;q=0.9", "mai"],
  ["hi-IN", "hi"],
  ["HI", "hi"],
  ["hi;q=0, en;q=0.1", "en"],
  ["fr", null],
  ["", null],
  [null, null],
  [";;;q=,,,", null],
])("Accept-Language %j selects %j", (header, expected) => {
  expect(negotiateLocale(header)).toBe(expected)
})
