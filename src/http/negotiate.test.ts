import fc from "fast-check"
import { expect, test } from "vitest"
import { acceptedCoding, acceptsJson } from "@/http/negotiate"

test("any header value is negotiated without an error", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (header) => {
      expect(typeof acceptsJson(header)).toBe("boolean")
      expect([null, "br", "gzip"]).toContain(acceptedCoding(header))
    }),
  )
})

test.each([
  ["*", "br"],
  ["gzip;q=1, br;q=0.5", "gzip"],
  ["*;q=0", null],
  ["gzip;q=0, *", "br"],
  ["deflate", null],
])("Accept-Encoding %j selects %j", (header, coding) => {
  expect(acceptedCoding(header)).toBe(coding)
})
