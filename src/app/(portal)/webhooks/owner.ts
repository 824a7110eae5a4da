import { ACCOUNT_EVENTS, APP_EVENTS, type WebhookEvent } from "@/domain/webhook-event"

/** Whose endpoints pages are about, and where they are. */
export interface WebhooksOwner {
  /** The client ID of an app; null for the account. */
  app: string | null
  /** The path below which each endpoint has a page. */
  path: string
  /** The path of the list of endpoints. */
  list: string
  /** What the endpoints can subscribe to. */
  events: readonly Exclude<WebhookEvent, "ping">[]
}

/** @param app the client ID of an app; null for the account */
export function webhooksOwner(app: string | null): WebhooksOwner {
  return app === null
    ? { app, path: "/webhooks", list: "/webhooks", events: ACCOUNT_EVENTS }
    : { app, path: `/apps/${app}/webhooks`, list: `/apps/${app}/webhooks`, events: APP_EVENTS }
}
