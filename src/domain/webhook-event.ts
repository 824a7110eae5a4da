/** Event types (API-SPEC, Events). "ping" is sent from the portal only. */
export const WEBHOOK_EVENTS = [
  "order.created",
  "order.shipped",
  "order.delivered",
  "order.cancelled",
  "order.refunded",
  "seller.order.created",
  "seller.order.updated",
  "seller.stock.low",
  "key.expiring",
  "limit.approaching",
  "webhook_endpoint.disabled",
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number] | "ping"

/** The events of an order for the account that placed it. */
export type BuyerEvent = Extract<WebhookEvent, `order.${string}`>

/** The events of a store's part of an order, for the store's people. */
export type SellerOrderEvent = Extract<WebhookEvent, `seller.order.${string}`>
