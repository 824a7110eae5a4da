import { ORDER_STATUSES, type OrderStatus } from "@/domain/order-status"
import { DAY_MS, HOUR_MS } from "@/domain/time-units"
import type { AccountRecord } from "./accounts"
import { AGES } from "./order-timeline"
import type { Random } from "./random"

export const ORDER_DAYS = 120
const ORDERS = 3_150
const SELLER_PARTS_EACH = 16
const CUSTOMER_ORDERS_EACH = 6

/** The buyer and time of an order, before its products are chosen. */
export interface OrderPlan {
  placedAt: Date
  account: AccountRecord
  /** The status of its parts; null derives it from their age. */
  status: OrderStatus | null
  /** A store that must have a part in it. */
  storeId: number | null
}

/**
 * Plans the orders of the last 120 days, oldest first. Most are from ordinary customers, with more in the evening and
 * before festivals. Some ensure that the demo's store and its customer have orders in every state.
 */
export function planOrders(accounts: readonly AccountRecord[], now: Date, random: Random): OrderPlan[] {
  const crowd = accounts.filter(({ appetite }) => appetite > 0).map((account) => [account, account.appetite] as const)
  const customer = accounts.find(({ demo }) => demo === "customer")
  if (!customer) throw new RangeError("the demo has a customer")

  const plans: OrderPlan[] = Array.from({ length: ORDERS }, () => ({
    placedAt: drawMoment(now, random),
    account: random.weighted(crowd),
    status: null,
    storeId: null,
  }))
  for (const status of ORDER_STATUSES) {
    for (let i = 0; i < SELLER_PARTS_EACH; i++)
      plans.push({ placedAt: momentFor(status, now, random), account: random.weighted(crowd), status, storeId: 1 })
    for (let i = 0; i < CUSTOMER_ORDERS_EACH; i++)
      plans.push({ placedAt: momentFor(status, now, random), account: customer, status, storeId: null })
  }
  return plans.sort((a, b) => a.placedAt.getTime() - b.placedAt.getTime())
}

function momentFor(status: OrderStatus, now: Date, random: Random): Date {
  const [from, to] = AGES[status]
  return new Date(now.getTime() - Math.round((from + random.next() * (to - from)) * HOUR_MS))
}

/**
 * Draws an order time in Indian time: few at night, most between seven and eleven in the evening, slightly more each
 * week.
 */
function drawMoment(now: Date, random: Random): Date {
  for (;;) {
    const at = new Date(now.getTime() - Math.floor((1 - random.next() ** 0.8) * ORDER_DAYS * DAY_MS))
    const hour = new Date(at.getTime() + 5.5 * HOUR_MS).getUTCHours()
    const likely = hour < 6 ? 0.08 : hour < 10 ? 0.45 : hour < 19 ? 0.65 : hour < 23 ? 1 : 0.4
    if (at < now && random.chance(likely)) return at
  }
}
