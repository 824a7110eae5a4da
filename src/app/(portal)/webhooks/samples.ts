import { exampleOf, WEBHOOK_PAYLOADS } from "@/api/openapi/webhook-payloads"
import { WEBHOOK_EVENTS } from "@/domain/webhook-event"

/** What an endpoint would get of each event, as JSON that people can read. */
export const samples = (): Record<(typeof WEBHOOK_EVENTS)[number], string> =>
  Object.fromEntries(
    WEBHOOK_EVENTS.map((event) => [event, JSON.stringify(exampleOf(WEBHOOK_PAYLOADS[event].schema), null, 2)]),
  ) as Record<(typeof WEBHOOK_EVENTS)[number], string>
