import fc from "fast-check"
import { expect, test } from "vitest"
import { parseRupees, allocateDiscount, taxIncluded, toPaise } from "@/domain/money"

const amount = fc.nat({ max: 2_000_000_000 }).map(toPaise)

test("included tax is at most the gross amount, and matches the rate to the paisa", () => {
  fc.assert(
    fc.property(amount, fc.constantFrom(0, 5, 12, 18, 28), (gross, rate) => {
      const tax = taxIncluded(gross, rate)
      expect(tax).toBeLessThanOrEqual(gross)
      expect(Math.abs(((gross - tax) * rate) / 100 - tax)).toBeLessThanOrEqual(1)
    }),
  )
})

test("an invalid amount of paise is rejected", () => {
  for (const wrong of [-1, 0.5, NaN, Infinity, Number.MAX_SAFE_INTEGER + 1])
    expect(() => toPaise(wrong)).toThrow(RangeError)
})

test("a discount is split to the paisa, and no share exceeds its subtotal", () => {
  const parts = fc.array(fc.integer({ min: 1, max: 100_000_000 }).map(toPaise), { minLength: 1, maxLength: 8 })
  fc.assert(
    fc.property(parts, fc.double({ min: 0, max: 1, noNaN: true }), (subtotals, part) => {
      const discount = toPaise(Math.floor(subtotals.reduce<number>((sum, each) => sum + each, 0) * part))
      const shares = allocateDiscount(discount, subtotals)
      expect(shares.reduce<number>((sum, each) => sum + each, 0)).toBe(discount)
      shares.forEach((share, i) => expect(share).toBeLessThanOrEqual(subtotals[i] ?? 0))
    }),
  )
})

test.each([
  ["1499", 149_900],
  ["1,499", 149_900],
  ["1,23,456.5", 12_345_650],
  ["₹ 99.50", 9_950],
  [" 0.01 ", 1],
  ["", null],
  ["1.999", null],
  ["-5", null],
  ["1e3", null],
  ["12,3", null],
  ["9999999999999999999", null],
])("rupees are parsed as typed: %j", (typed, amount) => {
  expect(parseRupees(typed)).toBe(amount)
})
