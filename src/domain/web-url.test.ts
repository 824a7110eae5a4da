import { expect, test } from "vitest"
import { isWebUrl } from "@/domain/web-url"

test.each([
  ["https://tyohar.example/terms", true],
  ["http://tyohar.example", true],
  ["HTTPS://tyohar.example", true],
  ["javascript:alert(1)", false],
  [" javascript:alert(1)", false],
  ["java\tscript:alert(1)", false],
  ["data:text/html,hello", false],
  ["httpss://tyohar.example", false],
  ["tyohar.example", false],
  ["/terms", false],
  ["", false],
])("%j is the URL of a web page: %j", (text, expected) => {
  expect(isWebUrl(text)).toBe(expected)
})
