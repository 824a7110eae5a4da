import { type EndpointRow, toStoredEndpoint } from "@/webhooks/endpoints/endpoint-row"
import type { WebhookEndpoint, WebhookEndpointSecret } from "@/webhooks/endpoints/schema"
import type { Caller } from "@/domain/caller"
import { parsePublicId } from "@/domain/public-id"
import { endpointWarnings } from "@/webhooks/endpoints/warnings"
import { decryptSecret, encryptSecret } from "@/webhooks/endpoints/endpoint-secret"

/** An endpoint with a new secret, in the form stored for an Idempotency-Key. */
export interface EndpointWithSecret {
  endpoint: Omit<WebhookEndpoint, "warnings">
  /** The encrypted secret in base64. */
  sealed: string
}

export function withEncryptedSecret(row: EndpointRow, secret: string): EndpointWithSecret {
  return {
    endpoint: toStoredEndpoint(row),
    sealed: encryptSecret(row.id, secret).toString("base64"),
  }
}

export function withDecryptedSecret(
  { endpoint, sealed: encryptedSecret }: EndpointWithSecret,
  caller: Caller,
): WebhookEndpointSecret {
  return {
    ...endpoint,
    warnings: endpointWarnings(endpoint, caller),
    secret: decryptSecret(parsePublicId("webhook_endpoint", endpoint.id) ?? "", Buffer.from(encryptedSecret, "base64")),
  }
}
