import { requireRecentAuth } from "@/auth/recent-auth"
import { mailAccount } from "@/auth/account-mail"
import { validateEndpointUrl } from "@/webhooks/endpoints/validate-url"
import { endpointPath } from "@/webhooks/endpoints/endpoint-path"
import { ENDPOINT_SELECT, type EndpointRow } from "@/webhooks/endpoints/endpoint-row"
import { getOwnEndpoint, lockOwnEndpoint, ownEndpointWhere } from "@/webhooks/endpoints/own-endpoint"
import type { UpdateEndpoint } from "@/webhooks/endpoints/schema"
import { type Actor, audit } from "@/platform/audit"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import type { Precondition } from "@/domain/precondition"
import { retryPendingNow } from "@/webhooks/endpoints/pending-deliveries"

/**
 * Updates the given members, and pauses or resumes.
 * @throws Problem not_found; validation_failed for a forbidden URL; precondition_failed; reauthentication_required for
 * a new URL in the portal
 */
export const updateEndpoint = async (
  actor: Actor,
  { id, url, description, events, status }: UpdateEndpoint,
  precondition: Precondition | null,
): Promise<EndpointRow> => {
  const where = ownEndpointWhere(actor.caller, id)
  // An unchanged URL is not checked again: its DNS server may be down while other members change.
  const urlChanged = url !== undefined && url !== (await getOwnEndpoint(actor.caller, id)).url
  if (urlChanged) {
    requireRecentAuth(actor.caller)
    await validateEndpointUrl(url)
  }
  const { updated, resumed } = await prismaTransaction(async (tx) => {
    const before = await lockOwnEndpoint(tx, actor.caller, where, precondition)
    const resumed = status === "enabled" && before.status !== "enabled"
    const row = await tx.webhookEndpoint.update({
      where: { id: where.id },
      data: {
        ...(url !== undefined && { url }),
        ...(description !== undefined && { description }),
        ...(events && { events }),
        ...(status && { status, disabledReason: null }),
        // Enabling resets the failures that count towards disabling.
        ...(resumed && { failuresInARow: 0 }),
      },
      select: ENDPOINT_SELECT,
    })
    await audit(queryableOf(tx), actor, "webhook_endpoint.updated", row.id, {
      ...(urlChanged && { url }),
      ...(events && { events }),
      ...(status && { status }),
    })
    if (before.url !== row.url) {
      const hosts = { from: new URL(before.url).host, to: new URL(row.url).host }
      await mailAccount(
        queryableOf(tx),
        actor.caller.accountId,
        { template: "webhook_url_changed", ...hosts },
        endpointPath(row),
      )
    }
    return { updated: row, resumed }
  })
  if (resumed) await retryPendingNow(updated.id)
  return updated
}
