/** Event types (API-SPEC, Events). "ping" is sent from the portal only. */
export const WEBHOOK_EVENTS = [
  "order.created",
  "order.shipped",
  "order.delivered",
  "order.cancelled",
  "order.refunded",
  "seller.order.updated",
  "seller.stock.low",
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number] | "ping"

/** The events of an order for the account that placed it. */
export type BuyerEvent = Extract<WebhookEvent, `order.${string}`>
