import { DELIVERED_TYPES, DELIVERY_STATUSES, type Delivery, type DeliveryStatus } from "@/webhooks/deliveries/schema"
import { oneOf } from "@/ui/query-url"

/** How many hours a list looks back. */
export const PERIOD_HOURS = { "1h": 1, "24h": 24, "7d": 168 } as const
export type Period = keyof typeof PERIOD_HOURS

const HOUR_MS = 60 * 60 * 1000

export interface DeliveryFilter {
  status: DeliveryStatus | undefined
  type: Delivery["event_type"] | undefined
  within: Period | undefined
}

/** The valid filters of a URL. */
export const parseFilter = (parameters: Record<string, string | string[] | undefined>): DeliveryFilter => ({
  status: oneOf(DELIVERY_STATUSES, parameters.status),
  type: oneOf(DELIVERED_TYPES, parameters.type),
  within: oneOf(Object.keys(PERIOD_HOURS) as Period[], parameters.within),
})

/** The start of the list's period. */
export const periodStart = (within: Period | undefined): string | undefined =>
  within && new Date(Date.now() - PERIOD_HOURS[within] * HOUR_MS).toISOString()
