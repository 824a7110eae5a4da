import { type Caller, clientOf } from "@/domain/caller"
import type { WebhookEndpoint } from "@/webhooks/endpoints/schema"

const MESSAGES = {
  buyer_events_only:
    "Events whose type begins with order. are sent to the account that placed the order. To receive events of your store's orders, add seller.order.updated, or seller.order.created for new orders only.",
  no_store:
    "Events whose type begins with seller. are sent to members of an approved store who handle its orders. This account does not. For orders that it places, add order.created.",
} as const satisfies Record<WebhookEndpoint["warnings"][number]["code"], string>

/**
 * Returns why an endpoint may never receive anything, by the recipients of each event. A test endpoint can receive
 * every event, since a sandbox has a store. An app's endpoint receives events of every account that consents.
 */
export function endpointWarnings(
  { events, livemode }: Pick<WebhookEndpoint, "events" | "livemode">,
  caller: Caller,
): WebhookEndpoint["warnings"] {
  if (!livemode || clientOf(caller) !== undefined) return []
  const seller = caller.storeId !== null
  const [buyers, stores] = [
    events.some((event) => event.startsWith("order.")),
    events.some((event) => event.startsWith("seller.")),
  ]
  if (seller && buyers && !stores) return [{ code: "buyer_events_only", message: MESSAGES.buyer_events_only }]
  if (!seller && stores && !buyers) return [{ code: "no_store", message: MESSAGES.no_store }]
  return []
}
