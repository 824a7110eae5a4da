import { requireRecentAuth } from "@/auth/recent-auth"
import { mailAccount } from "@/auth/account-mail"
import { isProblem } from "@/domain/problem"
import { requireOwnEvents } from "@/webhooks/endpoints/own-events"
import { validateEndpointUrl } from "@/webhooks/endpoints/validate-url"
import { endpointPath } from "@/webhooks/endpoints/endpoint-path"
import { ENDPOINT_SELECT, type EndpointRow, toStoredEndpoint } from "@/webhooks/endpoints/endpoint-row"
import {
  getOwnEndpoint,
  lockOwnEndpoint,
  type OwnEndpointWhere,
  ownEndpointWhere,
} from "@/webhooks/endpoints/own-endpoint"
import type { UpdateEndpoint, WebhookEndpoint } from "@/webhooks/endpoints/schema"
import { endpointWarnings } from "@/webhooks/endpoints/warnings"
import { type Actor, audit } from "@/platform/audit"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import { findReplay, type Idempotency, idempotent } from "@/platform/idempotency"
import type { Precondition } from "@/domain/precondition"
import type { Prisma } from "@/platform/prisma/client"
import { retryPendingNow } from "@/webhooks/endpoints/pending-deliveries"

type StoredEndpoint = Omit<WebhookEndpoint, "warnings">

/**
 * Updates the given members, and pauses or resumes.
 * @throws Problem not_found; validation_failed for a forbidden URL; precondition_failed; reauthentication_required for
 * a new URL in the portal; idempotency_key_reused; idempotency_in_progress
 */
export async function updateEndpoint(
  actor: Actor,
  input: UpdateEndpoint,
  precondition: Precondition | null,
  idempotency: Idempotency | null = null,
): Promise<WebhookEndpoint> {
  const updated =
    (await findReplay<StoredEndpoint>(idempotency)) ??
    (await updateIdempotently(actor, input, precondition, idempotency))
  if (isProblem(updated)) throw updated
  return { ...updated, warnings: endpointWarnings(updated, actor.caller) }
}

async function updateIdempotently(
  actor: Actor,
  input: UpdateEndpoint,
  precondition: Precondition | null,
  idempotency: Idempotency | null,
): Promise<StoredEndpoint> {
  const where = ownEndpointWhere(actor.caller, input.id)
  if (input.events) requireOwnEvents(actor.caller, input.events)
  // An unchanged URL is not checked again: its DNS server may be down while other members change.
  if (input.url !== undefined && input.url !== (await getOwnEndpoint(actor.caller, input.id)).url) {
    requireRecentAuth(actor.caller)
    await validateEndpointUrl(input.url)
  }
  let resumed = false
  const updated = await prismaTransaction((tx) =>
    idempotent(queryableOf(tx), idempotency, async () => {
      const { before, row } = await writeEndpoint(tx, actor, where, input, precondition)
      resumed = row.status === "enabled" && before.status !== "enabled"
      return toStoredEndpoint(row)
    }),
  )
  if (isProblem(updated)) throw updated
  if (resumed) await retryPendingNow(where.id)
  return updated
}

async function writeEndpoint(
  tx: Prisma.TransactionClient,
  actor: Actor,
  where: OwnEndpointWhere,
  { url, description, events, status }: UpdateEndpoint,
  precondition: Precondition | null,
): Promise<{ before: EndpointRow; row: EndpointRow }> {
  const before = await lockOwnEndpoint(tx, actor.caller, where, precondition)
  const row = await tx.webhookEndpoint.update({
    where: { id: where.id },
    data: {
      ...(url !== undefined && { url }),
      ...(description !== undefined && { description }),
      ...(events && { events }),
      ...(status && { status, disabledReason: null }),
      // Enabling resets the failures that count towards disabling.
      ...(status === "enabled" && before.status !== "enabled" && { failuresInARow: 0 }),
    },
    select: ENDPOINT_SELECT,
  })
  const urlChanged = before.url !== row.url
  await audit(queryableOf(tx), actor, "webhook_endpoint.updated", row.id, {
    ...(urlChanged && { url }),
    ...(events && { events }),
    ...(status && { status }),
  })
  if (urlChanged) {
    const hosts = { from: new URL(before.url).host, to: new URL(row.url).host }
    await mailAccount(
      queryableOf(tx),
      actor.caller.accountId,
      { template: "webhook_url_changed", ...hosts },
      endpointPath({ ...row, appId: where.appId }),
    )
  }
  return { before, row }
}
