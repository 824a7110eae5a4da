import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { parseQuery } from "@/api/query-string"
import { Problem } from "@/domain/problem"

const route = {
  queryParameters: new Map([
    ["n", "integer"],
    ["b", "boolean"],
    ["s", "string"],
  ] as const),
}

describe("a query string", () => {
  test("returns each known parameter as it was written", () => {
    const wellFormed = fc.string({ unit: "grapheme" }).filter((text) => text.isWellFormed() && !text.includes("\ufffd"))
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), wellFormed, (n, b, s) => {
        expect(parseQuery(`?n=${n}&b=${b}&s=${encodeURIComponent(s)}`, route)).toEqual({ n, b, s })
      }),
    )
  })

  test("throws only a Problem, and returns no unknown parameter", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (search) => {
        try {
          for (const name of Object.keys(parseQuery(search, route)))
            expect(route.queryParameters.has(name as "n")).toBe(true)
        } catch (error) {
          expect(error).toBeInstanceOf(Problem)
        }
      }),
    )
  })

  test.each(["n=1.0", "n=1e1", "n= 1", "n=+1", "n=0x1", "n=", "n=12345678901234567", "n=١"])(
    "does not parse %j as an integer",
    (search) => {
      expect(typeof parseQuery(search.replace("+", "%2B"), route).n).toBe("string")
    },
  )

  test.each(["b=1", "b=TRUE", "b=yes", "b="])("does not parse %j as a boolean", (search) => {
    expect(typeof parseQuery(search, route).b).toBe("string")
  })

  test.each([
    ["s=a&s=b", "repeated"],
    ["s=%", "invalid_encoding"],
    ["s=%E0%A4", "invalid_encoding"],
    ["%73=a&s=b", "repeated"],
    ["s=%EF%BF%BD", "invalid_encoding"],
    ["s=a\ufffdb", "invalid_encoding"],
  ])("rejects %j", (search, code) => {
    expect(() => parseQuery(search, route)).toThrow(
      expect.objectContaining({
        code: "validation_failed",
        details: [expect.objectContaining({ param: "s", code })],
      }) as Error,
    )
  })
})
