import type { Caller } from "@/domain/caller"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { publicId } from "@/domain/public-id"
import type { DeletedEndpoint } from "@/webhooks/endpoints/schema"
import { ENDPOINT_SELECT, type EndpointRow } from "@/webhooks/endpoints/endpoint-row"
import { prisma } from "@/platform/db/prisma"
import { toTimestamp } from "@/trpc/wire"

/** Lists the account's endpoints in the caller's mode, newest first. */
export const listEndpoints = async (caller: Caller, request: PageRequest): Promise<Page<EndpointRow>> => {
  const where = {
    accountId: caller.accountId,
    livemode: caller.livemode,
    deletedAt: null,
  }
  const [rows, total] = await Promise.all([
    prisma().webhookEndpoint.findMany({
      where,
      select: ENDPOINT_SELECT,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      skip: offsetOf(request),
      take: request.per_page,
    }),
    prisma().webhookEndpoint.count({ where }),
  ])
  return { rows, total }
}

/** Retention of deliveries. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000

/** Lists the deleted endpoints of the caller's mode that may still have deliveries, the last deleted first. */
export const listDeletedEndpoints = async ({ accountId, livemode }: Caller): Promise<DeletedEndpoint[]> => {
  const rows = await prisma().webhookEndpoint.findMany({
    where: { accountId, livemode, deletedAt: { gt: new Date(Date.now() - RETENTION_MS) } },
    select: { id: true, url: true, livemode: true, deletedAt: true },
    orderBy: [{ deletedAt: "desc" }, { id: "desc" }],
  })
  return rows.flatMap(({ id, url, livemode, deletedAt }) =>
    deletedAt ? [{ id: publicId("webhook_endpoint", id), url, livemode, deleted_at: toTimestamp(deletedAt) }] : [],
  )
}
