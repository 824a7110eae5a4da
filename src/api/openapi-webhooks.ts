import type { z } from "zod"
import { WEBHOOK_PAYLOADS } from "@/api/webhook-payloads"

type Json = { [name: string]: unknown }

const header = (name: string, description: string, example: string): Json => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
  example,
})

// https://www.standardwebhooks.com
const HEADERS = [
  header(
    "webhook-id",
    "The event's id; the same at each attempt to deliver it.",
    "evt_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a92",
  ),
  header(
    "webhook-timestamp",
    "When this attempt was signed, in seconds since 1970. Refuse what is more than five minutes off.",
    "1777795920",
  ),
  header(
    "webhook-signature",
    "`v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` under the endpoint's secret; for 24 hours after a rotation a second one, under the old secret, after a space.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
]

/** The 3.1 description of what is sent to webhook endpoints. @param reference names a schema, and points to it */
export const webhooks = (reference: (schema: z.ZodObject) => Json): Json =>
  Object.fromEntries(
    Object.entries(WEBHOOK_PAYLOADS).map(([type, { summary, description, schema }]) => [
      type,
      {
        post: {
          operationId: `on.${type}`,
          tags: ["Webhooks"],
          summary,
          description: `${description} Signed as Standard Webhooks says; delivered at least once, in no promised order.`,
          security: [],
          parameters: HEADERS,
          requestBody: {
            required: true,
            content: { "application/json": { schema: reference(schema), example: schema.meta()?.example } },
          },
          responses: {
            "2XX": {
              description:
                "Received. Any 2xx within 15 seconds will do; the body is kept for you to read and otherwise ignored.",
            },
            410: { description: "Do not send again: the endpoint is disabled." },
            default: {
              description:
                "Not received. It is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, or later if Retry-After says so; redirects are not followed.",
            },
          },
        },
      },
    ]),
  )
