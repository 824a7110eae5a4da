// SQL: lockOwnEndpoint() locks a row (FOR NO KEY UPDATE), which Prisma cannot do.
import { type Caller, ownerColumns } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { parsePublicId } from "@/domain/public-id"
import { ENDPOINT_SELECT, type EndpointRow, toEndpoint } from "@/webhooks/endpoints/endpoint-row"
import { WebhookEndpoint } from "@/webhooks/endpoints/schema"
import { prisma } from "@/platform/db/prisma"
import { type Precondition, requirePrecondition, versionOf } from "@/domain/precondition"
import type { Prisma } from "@/platform/prisma/client"

/** Filter for an endpoint of the caller's account, or of the app that it acts for, in the caller's mode. */
export interface OwnEndpointWhere extends Prisma.WebhookEndpointWhereInput {
  id: string
  accountId: string | null
  appId: string | null
}

/** @throws Problem not_found if it is not an endpoint's id */
export function ownEndpointWhere(caller: Caller, id: string): OwnEndpointWhere {
  const uuid = parsePublicId("webhook_endpoint", id)
  if (uuid === null) throw new Problem("not_found")
  return {
    id: uuid,
    ...ownerColumns(caller),
    livemode: caller.livemode,
    deletedAt: null,
  }
}

/**
 * Returns an endpoint that is not deleted. findOwnEndpointWithDeleted() also finds deleted ones, whose deliveries stay
 * readable.
 * @throws Problem not_found, also for other accounts' endpoints and those of the other mode
 */
export async function getOwnEndpoint(caller: Caller, id: string): Promise<EndpointRow> {
  const endpoint = await prisma().webhookEndpoint.findFirst({
    where: ownEndpointWhere(caller, id),
    select: ENDPOINT_SELECT,
  })
  if (!endpoint) throw new Problem("not_found")
  return endpoint
}

/**
 * Locks an endpoint for a change and checks the client's precondition.
 * @throws Problem not_found; precondition_failed
 */
export async function lockOwnEndpoint(
  tx: Prisma.TransactionClient,
  caller: Caller,
  where: OwnEndpointWhere,
  precondition: Precondition | null,
): Promise<EndpointRow> {
  await tx.$queryRaw`
    SELECT FROM webhook_endpoint WHERE id = ${where.id}::uuid AND coalesce(app_id, account_id) = ${where.appId ?? where.accountId}::uuid
    FOR NO KEY UPDATE`
  const row = await tx.webhookEndpoint.findFirst({ where, select: ENDPOINT_SELECT })
  if (!row) throw new Problem("not_found")
  if (precondition) {
    // The resource as clients receive it, with its members in schema order.
    const version = versionOf(WebhookEndpoint.parse(toEndpoint(row, caller)))
    requirePrecondition(precondition, { version, updatedAt: row.updatedAt })
  }
  return row
}
