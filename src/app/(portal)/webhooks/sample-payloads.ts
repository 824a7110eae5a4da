import { exampleOf, WEBHOOK_PAYLOADS } from "@/api/openapi/webhook-payloads"
import { WEBHOOK_EVENTS } from "@/domain/webhook-event"

const EXAMPLE_ACCOUNT = { id: "acc_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a90" }

type Samples = Record<(typeof WEBHOOK_EVENTS)[number], string>

/**
 * Returns an example of each event's body, as formatted JSON.
 * @param app the client ID of the app that gets it; null for an account's own endpoint
 */
export const samplePayloads = (app: string | null): Samples =>
  Object.fromEntries(
    WEBHOOK_EVENTS.map((event) => {
      const { data, ...envelope } = exampleOf(WEBHOOK_PAYLOADS[event].schema) as { data: object }
      const account = app !== null && isOfAccount(event) ? { account: EXAMPLE_ACCOUNT } : {}
      return [event, JSON.stringify({ ...envelope, ...account, data }, null, 2)]
    }),
  ) as Samples

/** Whether the event happens to an account that consented to the app, which the body then names. */
const isOfAccount = (event: string): boolean => /^((seller\.)?order|app)\./.test(event)
