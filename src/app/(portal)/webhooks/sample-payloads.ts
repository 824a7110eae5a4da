import { exampleOf, WEBHOOK_PAYLOADS } from "@/api/openapi/webhook-payloads"
import { WEBHOOK_EVENTS } from "@/domain/webhook-event"

/** An example of each event's body, as formatted JSON. */
export const samplePayloads = (): Record<(typeof WEBHOOK_EVENTS)[number], string> =>
  Object.fromEntries(
    WEBHOOK_EVENTS.map((event) => [event, JSON.stringify(exampleOf(WEBHOOK_PAYLOADS[event].schema), null, 2)]),
  ) as Record<(typeof WEBHOOK_EVENTS)[number], string>
