import type { OrderStatus } from "@/domain/order-status"
import type { Random } from "./random"

const HOUR = 3_600_000

/** When a part of an order reached each state; null if it has not. */
export interface Timeline {
  placedAt: Date
  confirmedAt: Date | null
  packedAt: Date | null
  shippedAt: Date | null
  deliveredAt: Date | null
  cancelledAt: Date | null
}

/** The age, in hours, of parts in each status. */
export const AGES: Record<OrderStatus, readonly [from: number, to: number]> = {
  pending: [0.2, 20],
  confirmed: [4, 44],
  packed: [16, 70],
  shipped: [40, 170],
  delivered: [150, 2860],
  cancelled: [12, 2860],
}

/**
 * Draws the timeline of an ordinary part: confirmed within a day, packed and shipped within three, delivered within
 * ten.
 */
export function drawTimeline(placedAt: Date, now: Date, confirmedAt: Date, random: Random): Timeline {
  const packedAt = later(confirmedAt, 3 + random.next() * 30)
  const shippedAt = later(packedAt, 2 + random.next() * 26)
  const deliveredAt = later(shippedAt, 30 + random.next() * 120)
  const happened = (at: Date): Date | null => (at <= now ? at : null)
  return {
    placedAt,
    confirmedAt: happened(confirmedAt),
    packedAt: happened(packedAt),
    shippedAt: happened(shippedAt),
    deliveredAt: happened(deliveredAt),
    cancelledAt: null,
  }
}

/** Draws a timeline that has reached `status` now, spread over the time since the order. */
export function timelineTo(status: OrderStatus, placedAt: Date, now: Date, random: Random): Timeline {
  const age = now.getTime() - placedAt.getTime()
  const natural = status === "delivered" ? Math.min(age, (90 + random.next() * 100) * HOUR) : age
  const at = (share: number): Date =>
    new Date(placedAt.getTime() + Math.round(natural * share * (0.9 + random.next() * 0.09)))
  const steps = { pending: 0, confirmed: 1, packed: 2, shipped: 3, delivered: 4, cancelled: 0 }[status]
  return {
    placedAt,
    confirmedAt: steps >= 1 || (status === "cancelled" && random.chance(0.65)) ? at(0.12) : null,
    packedAt: steps >= 2 ? at(0.3) : null,
    shippedAt: steps >= 3 ? at(0.48) : null,
    deliveredAt: steps >= 4 ? at(1) : null,
    cancelledAt: null,
  }
}

/** Cancels it some hours after its last step before shipping. */
export function cancel(timeline: Timeline, now: Date, random: Random): Timeline {
  const from = (timeline.confirmedAt ?? timeline.placedAt).getTime()
  const cancelledAt = new Date(
    from +
      Math.round(
        (now.getTime() - from) *
          Math.min(1, (20 * HOUR) / Math.max(1, now.getTime() - from)) *
          (0.1 + random.next() * 0.85),
      ),
  )
  return { ...timeline, packedAt: null, shippedAt: null, deliveredAt: null, cancelledAt }
}

export function statusOf({ confirmedAt, packedAt, shippedAt, deliveredAt, cancelledAt }: Timeline): OrderStatus {
  if (cancelledAt) return "cancelled"
  if (deliveredAt) return "delivered"
  if (shippedAt) return "shipped"
  if (packedAt) return "packed"
  return confirmedAt ? "confirmed" : "pending"
}

/** Returns the time of the last step. */
export function lastOf(timeline: Timeline): Date {
  const { placedAt, confirmedAt, packedAt, shippedAt, deliveredAt, cancelledAt } = timeline
  return [confirmedAt, packedAt, shippedAt, deliveredAt, cancelledAt].reduce<Date>(
    (last, at) => (at && at > last ? at : last),
    placedAt,
  )
}

function later(from: Date, hours: number): Date {
  return new Date(from.getTime() + Math.round(hours * HOUR))
}
