import { exampleOf, WEBHOOK_PAYLOADS } from "@/api/openapi/webhook-payloads"
import { EXAMPLE_ACCOUNT_ID, isAboutAccount, WEBHOOK_EVENTS } from "@/domain/webhook-event"

type Samples = Record<(typeof WEBHOOK_EVENTS)[number], string>

/**
 * Returns an example of each event's body, as formatted JSON.
 * @param app the client ID of the app that gets it; null for an account's own endpoint
 */
export function samplePayloads(app: string | null): Samples {
  return Object.fromEntries(
    WEBHOOK_EVENTS.map((event) => {
      const { data, ...envelope } = exampleOf(WEBHOOK_PAYLOADS[event].schema) as { data: object }
      const account = app !== null && isAboutAccount(event) ? { account: { id: EXAMPLE_ACCOUNT_ID } } : {}
      return [event, JSON.stringify({ ...envelope, ...account, data }, null, 2)]
    }),
  ) as Samples
}
