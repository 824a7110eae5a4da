import { type EndpointRow, toStoredEndpoint } from "@/webhooks/endpoints/endpoint-row"
import type { WebhookEndpoint, WebhookEndpointSecret } from "@/webhooks/endpoints/schema"
import type { Caller } from "@/domain/caller"
import { uuidOf } from "@/domain/public-id"
import { warningsOf } from "@/webhooks/endpoints/warnings"
import { openSecret, sealSecret } from "@/webhooks/endpoints/endpoint-secret"

/** An endpoint with a new secret, in the form stored for an Idempotency-Key. */
export interface SealedEndpoint {
  endpoint: Omit<WebhookEndpoint, "warnings">
  /** The encrypted secret in base64. */
  sealed: string
}

export const sealed = (row: EndpointRow, secret: string): SealedEndpoint => ({
  endpoint: toStoredEndpoint(row),
  sealed: sealSecret(row.id, secret).toString("base64"),
})

export const unsealed = ({ endpoint, sealed }: SealedEndpoint, { storeId }: Caller): WebhookEndpointSecret => ({
  ...endpoint,
  warnings: warningsOf(endpoint.events, storeId !== null),
  secret: openSecret(uuidOf("webhook_endpoint", endpoint.id) ?? "", Buffer.from(sealed, "base64")),
})
