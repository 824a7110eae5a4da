import { createHash } from "node:crypto"
import { orderNumber } from "@/domain/order-number"

const COUNT_MAX = 0xff_ffff
const PLACE_MAX = 0xff
const NUMBERED_MAX = 999_999

/** Returns the id of a world's n-th order. At the same time, the id grows with n. */
export function sandboxOrderId(worldId: string, at: Date, n: number): string {
  return orderedUuid(`order ${worldId}`, at, n, 0)
}

/** Returns the id of a store's part of a world's n-th order; positions start at 1. */
export function sandboxSellerOrderId(worldId: string, at: Date, n: number, position: number): string {
  return orderedUuid(`seller order ${worldId}`, at, n, position)
}

/** Returns the id of the payment of a world's n-th order. */
export function sandboxPaymentId(worldId: string, at: Date, n: number): string {
  return orderedUuid(`payment ${worldId}`, at, n, 0)
}

/**
 * Returns the id of a refund of a world's n-th order: the position is the seller order's, and `serial` counts its
 * refunds from 1.
 */
export function sandboxRefundId(worldId: string, at: Date, n: number, position: number, serial: number): string {
  return orderedUuid(`refund ${serial} ${worldId}`, at, n, position)
}

/** Returns the id of a world's n-th fault. */
export function sandboxFaultId(worldId: string, at: Date, n: number): string {
  return orderedUuid(`fault ${worldId}`, at, n, 0)
}

/**
 * Returns the number of a world's n-th order, such as HT-2611-9000042000007. The world's ordinal is part of it, so that
 * no two worlds have the same number.
 * @throws RangeError if the ordinal or n has more than six digits
 */
export function sandboxOrderNumber(at: Date, ordinal: number, n: number): string {
  if (ordinal > NUMBERED_MAX || n > NUMBERED_MAX) throw new RangeError(`order ${n} of world ${ordinal} has no number`)
  const digits = [ordinal, n].map((part) => String(part).padStart(6, "0")).join("")
  return orderNumber(at, Number(`9${digits}`))
}

/**
 * A UUIDv7 (RFC 9562) whose random bits are a counter of 24 bits, a place of 8 bits and 42 bits of a hash. So the same
 * arguments give the same id.
 */
function orderedUuid(seed: string, at: Date, n: number, place: number): string {
  if (n > COUNT_MAX || place > PLACE_MAX) throw new RangeError(`no id for ${n}, ${place} of ${seed}`)
  const hash = createHash("sha256").update(`${seed} ${at.getTime()} ${n} ${place}`).digest().readBigUInt64BE()
  const time = BigInt(at.getTime()) << 80n
  const upper = (7n << 76n) | (BigInt(n >> 12) << 64n)
  const lower = (2n << 62n) | (BigInt(n & 0xfff) << 50n) | (BigInt(place) << 42n) | (hash >> 22n)
  const hex = (time | upper | lower).toString(16).padStart(32, "0")
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-")
}
