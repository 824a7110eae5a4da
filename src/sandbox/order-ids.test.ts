import { validate, version } from "uuid"
import { expect, test } from "vitest"
import { ORDER_NUMBER, SELLER_ORDER_NUMBER, sellerOrderNumber } from "@/domain/order-number"
import { uuidTime } from "@/domain/uuid-time"
import {
  sandboxOrderId,
  sandboxOrderNumber,
  sandboxPaymentId,
  sandboxRefundId,
  sandboxSellerOrderId,
} from "@/sandbox/order-ids"

const WORLD = "019aba10-0000-7000-8000-000000000001"
const OTHER = "019aba10-0000-7000-8000-000000000002"
const AT = new Date("2026-11-25T10:00:00.123Z")

test("an id is a UUIDv7 of its time, and always the same", () => {
  const id = sandboxOrderId(WORLD, AT, 7)
  expect([validate(id), version(id), uuidTime(id)]).toEqual([true, 7, AT])
  expect(sandboxOrderId(WORLD, AT, 7)).toBe(id)
})

test("at the same time, ids grow with n and with the position", () => {
  const counts = [1, 2, 255, 256, 4_095, 4_096, 4_097, 65_536, 16_777_215]
  const ids = counts.map((n) => sandboxOrderId(WORLD, AT, n))
  expect(ids.toSorted()).toEqual(ids)
  const parts = [1, 2, 15, 16, 255].map((position) => sandboxSellerOrderId(WORLD, AT, 3, position))
  expect(parts.toSorted()).toEqual(parts)
  const later = sandboxOrderId(WORLD, new Date(AT.getTime() + 1), 1)
  expect(later > sandboxOrderId(WORLD, AT, 16_777_215)).toBe(true)
  expect(() => sandboxOrderId(WORLD, AT, 16_777_216)).toThrow(RangeError)
})

test("ids differ between worlds, kinds and refunds", () => {
  const ids = [WORLD, OTHER].flatMap((world) => [
    sandboxOrderId(world, AT, 1),
    sandboxSellerOrderId(world, AT, 1, 1),
    sandboxPaymentId(world, AT, 1),
    sandboxRefundId(world, AT, 1, 1, 1),
    sandboxRefundId(world, AT, 1, 1, 2),
  ])
  expect(new Set(ids).size).toBe(10)
})

test("a number names the world and the order, and is an order's number", () => {
  const number = sandboxOrderNumber(new Date("2026-11-30T18:30:00Z"), 42, 7)
  expect(number).toBe("HT-2612-9000042000007")
  expect([ORDER_NUMBER.test(number), SELLER_ORDER_NUMBER.test(sellerOrderNumber(number, 1))]).toEqual([true, true])
  expect(() => sandboxOrderNumber(AT, 1_000_000, 1)).toThrow(RangeError)
  expect(() => sandboxOrderNumber(AT, 1, 1_000_000)).toThrow(RangeError)
})
