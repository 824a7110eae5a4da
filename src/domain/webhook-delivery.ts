import { WEBHOOK_EVENTS } from "@/domain/webhook-event"

export const DELIVERY_STATUSES = ["delivered", "pending", "failed"] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

/** The types of events that are delivered. */
export const DELIVERED_TYPES = [...WEBHOOK_EVENTS, "ping"] as const
