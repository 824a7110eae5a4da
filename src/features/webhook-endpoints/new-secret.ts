import { type EndpointRow, toEndpoint } from "@/features/webhook-endpoints/endpoint-row"
import type { WebhookEndpoint, WebhookEndpointSecret } from "@/features/webhook-endpoints/schema"
import { uuidOf } from "@/domain/public-id"
import { openSecret, sealSecret } from "@/webhooks/endpoint-secret"

/** An endpoint with a new secret, as it may be kept for an Idempotency-Key. */
export interface SealedEndpoint {
  endpoint: WebhookEndpoint
  /** Base64 of the secret, sealed. */
  sealed: string
}

export const sealed = (row: EndpointRow, secret: string): SealedEndpoint => ({
  endpoint: toEndpoint(row),
  sealed: sealSecret(row.id, secret).toString("base64"),
})

export const unsealed = ({ endpoint, sealed }: SealedEndpoint): WebhookEndpointSecret => ({
  ...endpoint,
  secret: openSecret(uuidOf("webhook_endpoint", endpoint.id) ?? "", Buffer.from(sealed, "base64")),
})
