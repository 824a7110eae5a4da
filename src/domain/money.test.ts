import fc from "fast-check"
import { expect, test } from "vitest"
import { discountPercent, taxIncluded, toPaise } from "@/domain/money"

const amount = fc.nat({ max: 2_000_000_000 }).map(toPaise)

test("a discount is a whole percent from 0 to 100 and never overstated", () => {
  fc.assert(
    fc.property(amount, amount, (a, b) => {
      const [price, mrp] = a <= b ? [a, b] : [b, a]
      const percent = discountPercent(price, mrp)
      expect(Number.isInteger(percent) && percent >= 0 && percent <= 100).toBe(true)
      expect(percent * mrp).toBeLessThanOrEqual((mrp - price) * 100)
    }),
  )
})

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
