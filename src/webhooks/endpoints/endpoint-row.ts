import type { Caller } from "@/domain/caller"
import { publicId } from "@/domain/public-id"
import type { WebhookEndpoint } from "@/webhooks/endpoints/schema"
import { endpointWarnings } from "@/webhooks/endpoints/warnings"
import type { Prisma } from "@/platform/prisma/client"
import { toTimestamp, toTimestampOrNull } from "@/trpc/wire"

export const ENDPOINT_SELECT = {
  id: true,
  url: true,
  description: true,
  events: true,
  status: true,
  disabledReason: true,
  livemode: true,
  failuresInARow: true,
  previousSecretExpiresAt: true,
  createdAt: true,
  updatedAt: true,
} as const satisfies Prisma.WebhookEndpointSelect

export type EndpointRow = Prisma.WebhookEndpointGetPayload<{ select: typeof ENDPOINT_SELECT }>

/** Returns the parts of an endpoint that do not depend on the caller, so that they may be stored. */
export function toStoredEndpoint(row: EndpointRow): Omit<WebhookEndpoint, "warnings"> {
  return {
    id: publicId("webhook_endpoint", row.id),
    url: row.url,
    description: row.description,
    events: row.events as WebhookEndpoint["events"],
    status: row.status as WebhookEndpoint["status"],
    disabled_reason: row.disabledReason as WebhookEndpoint["disabled_reason"],
    livemode: row.livemode,
    failures_in_a_row: row.failuresInARow,
    previous_secret_expires_at: toTimestampOrNull(futureOrNull(row.previousSecretExpiresAt)),
    created_at: toTimestamp(row.createdAt),
    updated_at: toTimestamp(row.updatedAt),
  }
}

function futureOrNull(date: Date | null): Date | null {
  return date && date.getTime() > Date.now() ? date : null
}

export function toEndpoint(row: EndpointRow, caller: Caller): WebhookEndpoint {
  const endpoint = toStoredEndpoint(row)
  return { ...endpoint, warnings: endpointWarnings(endpoint, caller) }
}
