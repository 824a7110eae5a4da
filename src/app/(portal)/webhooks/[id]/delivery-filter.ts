import { HOUR_MS } from "@/domain/time-units"
import { DELIVERED_TYPES, DELIVERY_STATUSES, type DeliveryStatus } from "@/domain/webhook-delivery"
import type { Delivery } from "@/webhooks/deliveries/schema"
import { oneOf, parsePage } from "@/ui/query-url"
import { parsePageSize, type PageSize, PAGE_SIZES } from "@/ui/table/table-url"

/** How many hours a list looks back. */
export const PERIOD_HOURS = { "1h": 1, "24h": 24, "7d": 168 } as const
export type Period = keyof typeof PERIOD_HOURS
export const PERIODS = ["1h", "24h", "7d"] as const satisfies readonly Period[]

export interface DeliveryFilter {
  status: DeliveryStatus | undefined
  type: Delivery["event_type"] | undefined
  within: Period | undefined
}

type QueryParameters = Record<string, string | string[] | undefined>

/** The valid filters of a URL. */
export function parseFilter(parameters: QueryParameters): DeliveryFilter {
  return {
    status: oneOf(DELIVERY_STATUSES, parameters.status),
    type: oneOf(DELIVERED_TYPES, parameters.type),
    within: oneOf(PERIODS, parameters.within),
  }
}

/** An endpoint's deliveries as the URL asks for them. */
export interface DeliveryList extends DeliveryFilter {
  perPage: PageSize
  page: number
}

export function parseDeliveryList(parameters: QueryParameters): DeliveryList {
  return {
    ...parseFilter(parameters),
    perPage: parsePageSize(parameters),
    page: parsePage(parameters.page),
  }
}

/** The list's parameters in a URL. */
export function deliveryListQuery({ perPage, ...list }: DeliveryList) {
  return {
    ...list,
    per_page: perPage === PAGE_SIZES[0] ? undefined : perPage,
  }
}

/** The start of the list's period. */
export function periodStart(within: Period | undefined): string | undefined {
  return within && new Date(Date.now() - PERIOD_HOURS[within] * HOUR_MS).toISOString()
}
