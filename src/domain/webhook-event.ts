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
  "app.authorized",
  "app.deauthorized",
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number] | "ping"

/** The events of an order for the account that placed it. */
export type BuyerEvent = Extract<WebhookEvent, `order.${string}`>

/** The events of a store's part of an order, for the store's people. */
export type SellerOrderEvent = Extract<WebhookEvent, `seller.order.${string}`>

const OF_APPS: readonly string[] = ["app.authorized", "app.deauthorized"] satisfies WebhookEvent[]

/** The events of an owner of endpoints, whether an account or an app. */
const OF_BOTH: readonly string[] = ["limit.approaching", "webhook_endpoint.disabled"] satisfies WebhookEvent[]

/** The events that endpoints of accounts may subscribe to. */
export const ACCOUNT_EVENTS = WEBHOOK_EVENTS.filter((type) => !OF_APPS.includes(type))

const OF_ORDERS = /^(seller\.)?order\./

/** Whether an app's event of this type is about an account that consented, which the body names. */
export function isAboutAccount(type: string): boolean {
  return OF_ORDERS.test(type) || OF_APPS.includes(type)
}

/** The id of the account that samples of such events name. No account has it. */
export const EXAMPLE_ACCOUNT_ID = "acc_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a90"

/** The events that endpoints of OAuth apps may subscribe to: what a consent can cover, and those of the app itself. */
export const APP_EVENTS = WEBHOOK_EVENTS.filter((type) => isAboutAccount(type) || OF_BOTH.includes(type))
