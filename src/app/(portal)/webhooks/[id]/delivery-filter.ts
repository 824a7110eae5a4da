import { DELIVERED_TYPES, DELIVERY_STATUSES, type Delivery, type DeliveryStatus } from "@/webhooks/deliveries/schema"
import { oneOf } from "@/ui/query-address"

/** How many hours a list looks back. */
export const WITHIN = { "1h": 1, "24h": 24, "7d": 168 } as const
export type Within = keyof typeof WITHIN

const HOUR_MS = 60 * 60 * 1000

export interface ShownFilter {
  status: DeliveryStatus | undefined
  type: Delivery["event_type"] | undefined
  within: Within | undefined
}

/** The valid filters of a URL. */
export const filterOf = (asked: Record<string, string | string[] | undefined>): ShownFilter => ({
  status: oneOf(DELIVERY_STATUSES, asked.status),
  type: oneOf(DELIVERED_TYPES, asked.type),
  within: oneOf(Object.keys(WITHIN) as Within[], asked.within),
})

/** The start of the list's period. */
export const sinceOf = (within: Within | undefined): string | undefined =>
  within && new Date(Date.now() - WITHIN[within] * HOUR_MS).toISOString()
