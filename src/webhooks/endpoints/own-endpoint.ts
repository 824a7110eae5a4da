// SQL: lockOwnEndpoint() locks a row (FOR NO KEY UPDATE), for which Prisma has no word.
import { type Caller, modesOf } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { uuidOf } from "@/domain/public-id"
import { ENDPOINT_SELECT, type EndpointRow, toEndpoint } from "@/webhooks/endpoints/endpoint-row"
import { WebhookEndpoint } from "@/webhooks/endpoints/schema"
import { prisma } from "@/platform/db/prisma"
import { type Precondition, requirePrecondition, versionOf } from "@/domain/precondition"
import type { Prisma } from "@/platform/prisma/client"

/** Finds an endpoint of an account, in one of the modes that the caller sees. */
export interface OwnWhere extends Prisma.WebhookEndpointWhereInput {
  id: string
  accountId: string
}

/** @throws Problem not_found, for what is no endpoint's id */
export const ownWhere = (caller: Caller, id: string): OwnWhere => {
  const uuid = uuidOf("webhook_endpoint", id)
  if (uuid === null) throw new Problem("not_found")
  return {
    id: uuid,
    accountId: caller.accountId,
    OR: modesOf(caller).map((livemode) => ({ livemode })),
    deletedAt: null,
  }
}

/** @throws Problem not_found, for other people's endpoints too, and those of the other mode */
export const getOwnEndpoint = async (caller: Caller, id: string): Promise<EndpointRow> => {
  const endpoint = await prisma().webhookEndpoint.findFirst({ where: ownWhere(caller, id), select: ENDPOINT_SELECT })
  if (!endpoint) throw new Problem("not_found")
  return endpoint
}

/**
 * Locks an endpoint that is to be changed, and judges what the client expects of it.
 * @throws Problem not_found; precondition_failed
 */
export async function lockOwnEndpoint(
  tx: Prisma.TransactionClient,
  caller: Caller,
  own: OwnWhere,
  precondition: Precondition | null,
): Promise<EndpointRow> {
  await tx.$queryRaw`
    SELECT FROM webhook_endpoint WHERE id = ${own.id}::uuid AND account_id = ${own.accountId}::uuid FOR NO KEY UPDATE`
  const row = await tx.webhookEndpoint.findFirst({ where: own, select: ENDPOINT_SELECT })
  if (!row) throw new Problem("not_found")
  if (precondition) {
    // As its readers get it, with the members in the schema's order.
    const version = versionOf(WebhookEndpoint.parse(toEndpoint(row, caller)))
    requirePrecondition(precondition, { version, updatedAt: row.updatedAt })
  }
  return row
}
