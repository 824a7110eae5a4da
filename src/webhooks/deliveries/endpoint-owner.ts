import { type Caller, ownerColumns } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { parsePublicId } from "@/domain/public-id"
import { prisma } from "@/platform/db/prisma"
import { retentionStart } from "@/webhooks/events/retention"

/**
 * Returns the UUID of an endpoint of the caller's account, or of the app that it acts for, in its mode. Deleted
 * endpoints are included, as their deliveries stay readable.
 * @throws Problem not_found, also for another account's endpoint, and for one of the other mode
 */
export async function findOwnEndpointWithDeleted(
  caller: Caller,
  id: string,
): Promise<{ id: string; deleted: boolean }> {
  const uuid = parsePublicId("webhook_endpoint", id)
  const endpoint =
    uuid === null
      ? null
      : await prisma().webhookEndpoint.findUnique({
          where: { id: uuid, ...ownerColumns(caller), livemode: caller.livemode },
          select: { id: true, deletedAt: true },
        })
  if (!endpoint) throw new Problem("not_found")
  return { id: endpoint.id, deleted: endpoint.deletedAt !== null }
}

/**
 * Returns the UUIDs of the endpoints of the caller's account, or of the app that it acts for, in its mode whose
 * deliveries may still be kept.
 */
export async function listOwnEndpointIds(caller: Caller): Promise<string[]> {
  const endpoints = await prisma().webhookEndpoint.findMany({
    where: {
      ...ownerColumns(caller),
      livemode: caller.livemode,
      OR: [{ deletedAt: null }, { deletedAt: { gt: retentionStart() } }],
    },
    select: { id: true },
  })
  return endpoints.map(({ id }) => id)
}

/**
 * Returns the UUID of an account's endpoint that is not deleted.
 * @throws Problem not_found; invalid_state if it is deleted
 */
export async function findActiveEndpoint(caller: Caller, id: string): Promise<string> {
  const endpoint = await findOwnEndpointWithDeleted(caller, id)
  if (endpoint.deleted)
    throw new Problem("invalid_state", { message: "This endpoint has been deleted; nothing is sent to it any more." })
  return endpoint.id
}
