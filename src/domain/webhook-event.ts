/** Event types (API-SPEC, Events). "ping" is sent from the portal only. */
export const WEBHOOK_EVENTS = ["order.created", "order.refunded", "seller.order.updated"] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number] | "ping"
