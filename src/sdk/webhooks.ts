import { Webhook } from "standardwebhooks"
import { HaatWebhookError } from "./errors"
import type { WebhookPayload } from "./schemas"

/** Headers as a server provides them: a Headers object, or Node's record. */
export type WebhookHeaders = { get: (name: string) => string | null } | Record<string, string | string[] | undefined>

const SIGNATURE_HEADERS = ["webhook-id", "webhook-timestamp", "webhook-signature"] as const

/**
 * Verifies that Haat sent a webhook in the last five minutes (Standard Webhooks), and returns its event.
 * @param secrets the endpoint's secret, `whsec_...`; during a rotation, the new and the old one
 * @param body the raw body: parsing and serializing it again breaks the signature
 * @throws HaatWebhookError when the signature or the time is wrong; respond with 400 and ignore the event
 */
export function verifyWebhook(
  secrets: string | readonly string[],
  headers: WebhookHeaders,
  body: string | Uint8Array,
): WebhookPayload {
  const text = typeof body === "string" ? body : new TextDecoder().decode(body)
  const signed = Object.fromEntries(SIGNATURE_HEADERS.map((name) => [name, headerOf(headers, name)]))
  let reason: unknown = new Error("no secret was given")
  for (const secret of [secrets].flat()) {
    try {
      return new Webhook(secret).verify(text, signed) as WebhookPayload
    } catch (error) {
      reason = error
    }
  }
  throw new HaatWebhookError(
    `The webhook's signature is not valid: ${reason instanceof Error ? reason.message : "unknown reason"}.`,
    { cause: reason },
  )
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers) ? headers.get(name) : headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? ""
}

function isHeaders(headers: WebhookHeaders): headers is { get: (name: string) => string | null } {
  return typeof headers.get === "function"
}
