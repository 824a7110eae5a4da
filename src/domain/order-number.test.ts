import { expect, test } from "vitest"
import { ORDER_NUMBER, orderNumber, SELLER_ORDER_NUMBER, sellerOrderNumber } from "@/domain/order-number"

test("an order number has the year and month in India's time zone", () => {
  expect(orderNumber(new Date("2026-11-30T18:29:59Z"), 123)).toBe("HT-2611-000123")
  expect(orderNumber(new Date("2026-11-30T18:30:00Z"), 1_234_567)).toBe("HT-2612-1234567")
})

test("order numbers and seller order numbers cannot be confused", () => {
  const number = orderNumber(new Date(), 7)
  expect([ORDER_NUMBER.test(number), SELLER_ORDER_NUMBER.test(number)]).toEqual([true, false])
  expect([
    ORDER_NUMBER.test(sellerOrderNumber(number, 2)),
    SELLER_ORDER_NUMBER.test(sellerOrderNumber(number, 2)),
  ]).toEqual([false, true])
})
