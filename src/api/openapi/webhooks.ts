import { createDocument, type oas31, type ZodOpenApiPathItemObject } from "zod-openapi"
import { PageLinks } from "@/api/page-links"
import { exampleOf, WEBHOOK_PAYLOADS } from "@/api/openapi/webhook-payloads"
import { API_VERSION } from "@/domain/api-version"
import { WebhookEvent } from "@/webhooks/events/schema"

/**
 * Tag of the `webhooks` section only. Generators write one file per tag, so a tag shared with operations would
 * overwrite their client.
 */
export const WEBHOOK_TAG = "Webhook events"

function header(name: string, description: string, example: string, required = true): oas31.ParameterObject {
  return {
    name,
    in: "header",
    required,
    description,
    schema: { type: "string" },
    example,
  }
}

// https://www.standardwebhooks.com, and the mark of a test event.
const HEADERS = [
  header("webhook-id", "The event's ID, the same at every attempt.", "evt_019a2f4e-7c00-7d15-8a31-5f0e6c1b2a92"),
  header(
    "webhook-timestamp",
    "When this attempt was signed, in seconds since 1970. Reject a time that is more than five minutes off.",
    "1777795920",
  ),
  header(
    "webhook-signature",
    "`v1,` and the base64 HMAC-SHA256 of `{webhook-id}.{webhook-timestamp}.{body}` with the endpoint's secret. For 24 hours after a rotation, a space and a second signature with the old secret follow.",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
  header("haat-test", "Only on a test event, whose objects are samples and do not exist.", "true", false),
]

/** Builds the OpenAPI 3.1 `webhooks` section, and the schemas that only webhooks use. */
export function webhookDocument() {
  return createDocument({
    openapi: "3.1.0",
    info: { title: WEBHOOK_TAG, version: API_VERSION },
    webhooks: Object.fromEntries(
      Object.entries(WEBHOOK_PAYLOADS).map(([type, payload]) => [type, webhookOperation(type, payload)]),
    ),
    components: { schemas: { PageLinks } },
  })
}

function webhookOperation(
  type: string,
  { summary, description, schema }: (typeof WEBHOOK_PAYLOADS)[keyof typeof WEBHOOK_PAYLOADS],
) {
  return {
    post: {
      operationId: `on.${type}`,
      // Haat sends this request. Without the flag openapi-generator writes client methods for it, which do not compile
      // in TypeScript.
      "x-internal": true,
      tags: [WEBHOOK_TAG],
      summary,
      description: `${description} The request is signed according to Standard Webhooks. Events are delivered at least once, in any order.`,
      security: [],
      parameters: HEADERS,
      requestBody: {
        required: true,
        content: { "application/json": { schema, example: exampleOf(schema) } },
      },
      responses: {
        "2XX": {
          description: "Received: any 2xx within 15 seconds. The body is stored for you to read and otherwise ignored.",
        },
        410: { description: "Gone: the endpoint is disabled and receives nothing more." },
        default: {
          description:
            "Not received. Redirects are not followed. Retries follow after 5 s, 5 min, 30 min, 2 h and 5 h. Then after 10 h, 14 h, 20 h and 24 h. Retry-After can delay a retry.",
        },
      },
    },
  } satisfies ZodOpenApiPathItemObject
}

/** The schema of an event in the events list: one of the webhook payloads, discriminated by type. */
export function webhookEvent(): oas31.SchemaObject {
  const references = Object.entries(WEBHOOK_PAYLOADS).map(
    ([type, { schema }]) => [type, `#/components/schemas/${schema.meta()?.id ?? ""}`] as const,
  )
  return {
    description: WebhookEvent.meta()?.description ?? "",
    oneOf: references.map(([, $ref]) => ({ $ref })),
    discriminator: { propertyName: "type", mapping: Object.fromEntries(references) },
    examples: [exampleOf(WEBHOOK_PAYLOADS["seller.order.updated"].schema)],
  }
}
