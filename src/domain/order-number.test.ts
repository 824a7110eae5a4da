import { expect, test } from "vitest"
import { ORDER_NUMBER, orderNumber, SELLER_ORDER_NUMBER, sellerOrderNumber } from "@/domain/order-number"

test("an order's number has the year and month of India", () => {
  expect(orderNumber(new Date("2026-11-30T18:29:59Z"), 123)).toBe("HT-2611-000123")
  expect(orderNumber(new Date("2026-11-30T18:30:00Z"), 1_234_567)).toBe("HT-2612-1234567")
})

test("numbers of orders and of their parts cannot be taken for each other", () => {
  const number = orderNumber(new Date(), 7)
  expect([ORDER_NUMBER.test(number), SELLER_ORDER_NUMBER.test(number)]).toEqual([true, false])
  expect([
    ORDER_NUMBER.test(sellerOrderNumber(number, 2)),
    SELLER_ORDER_NUMBER.test(sellerOrderNumber(number, 2)),
  ]).toEqual([false, true])
})
