import fc from "fast-check"
import { expect, test } from "vitest"
import { taxIncluded, toPaise } from "@/domain/money"

const amount = fc.nat({ max: 2_000_000_000 }).map(toPaise)

test("the tax that an amount holds is whole paise and, taken off, leaves what the rate was put on", () => {
  fc.assert(
    fc.property(amount, fc.constantFrom(0, 5, 12, 18, 28), (gross, rate) => {
      const tax = taxIncluded(gross, rate)
      expect(tax).toBeLessThanOrEqual(gross)
      expect(Math.abs(((gross - tax) * rate) / 100 - tax)).toBeLessThanOrEqual(1)
    }),
  )
})

test("what is no amount of paise is refused", () => {
  for (const wrong of [-1, 0.5, NaN, Infinity, Number.MAX_SAFE_INTEGER + 1]) expect(() => toPaise(wrong)).toThrow(RangeError)
})
