import { type Caller, clientOf } from "@/domain/caller"
import { invalid } from "@/domain/problem"
import { ACCOUNT_EVENTS, APP_EVENTS, type WebhookEvent } from "@/domain/webhook-event"

/** @throws Problem validation_failed for events that an endpoint of this owner can never get */
export function requireOwnEvents(caller: Caller, events: readonly WebhookEvent[]): void {
  const ofApp = clientOf(caller) !== undefined
  const possible: readonly WebhookEvent[] = ofApp ? APP_EVENTS : ACCOUNT_EVENTS
  const foreign = events.find((event) => !possible.includes(event))
  if (foreign === undefined) return
  throw invalid("events", "invalid_value", `${foreign} is not sent to endpoints of ${ofApp ? "apps" : "accounts"}.`)
}
