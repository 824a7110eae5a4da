import type { WebhookEvent } from "@/domain/webhook-event"
import type { Messages } from "@/i18n/messages"
import { type Underscored, underscored } from "@/i18n/underscored"

/** The message name of an event's description. */
export function eventMessageKey(type: WebhookEvent): `event_${Underscored<WebhookEvent>}` {
  return `event_${underscored(type)}`
}

type AppEventMessageKey = Extract<keyof Messages["Webhooks"], `app_event_${string}`>

const APP_EVENTS: Record<AppEventMessageKey, true> = {
  app_event_order_created: true,
  app_event_order_shipped: true,
  app_event_order_delivered: true,
  app_event_order_cancelled: true,
  app_event_order_refunded: true,
  app_event_seller_order_created: true,
  app_event_seller_order_updated: true,
  app_event_limit_approaching: true,
  app_event_webhook_endpoint_disabled: true,
}

/** The message name of an event's description for the developer of an app, whose users it happens to. */
export function appEventMessageKey(type: WebhookEvent): AppEventMessageKey | ReturnType<typeof eventMessageKey> {
  const name = `app_${eventMessageKey(type)}`
  return name in APP_EVENTS ? (name as AppEventMessageKey) : eventMessageKey(type)
}

type ErrorMessageKey = Extract<keyof Messages["Webhooks"], `error_${string}`>

const ERRORS: Record<ErrorMessageKey, true> = {
  error_invalid_url: true,
  error_https_required: true,
  error_credentials_not_allowed: true,
  error_port_not_allowed: true,
  error_host_not_found: true,
  error_address_not_public: true,
  error_timeout: true,
  error_connection_refused: true,
  error_connection_failed: true,
  error_tls_failed: true,
  error_headers_too_large: true,
  error_invalid_response: true,
  error_stopped: true,
  error_secret_unreadable: true,
}

/** The message name for a failed attempt, or for a rejected URL. */
export function errorMessageKey(code: string | null | undefined): ErrorMessageKey {
  const name = `error_${code}`
  return name in ERRORS ? (name as ErrorMessageKey) : "error_connection_failed"
}
