import { WEBHOOK_PAYLOADS } from "@/api/webhook-payloads"
import { WEBHOOK_EVENTS } from "@/domain/webhook-event"

/** What an endpoint would get of each event, as JSON that people can read. */
export const samples = (): Record<(typeof WEBHOOK_EVENTS)[number], string> =>
  Object.fromEntries(
    WEBHOOK_EVENTS.map((event) => [event, JSON.stringify(WEBHOOK_PAYLOADS[event].schema.meta()?.example, null, 2)]),
  ) as Record<(typeof WEBHOOK_EVENTS)[number], string>
