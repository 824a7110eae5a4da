import { type Caller, ownerColumns } from "@/domain/caller"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { publicId } from "@/domain/public-id"
import type { DeletedEndpoint } from "@/webhooks/endpoints/schema"
import { ENDPOINT_SELECT, type EndpointRow } from "@/webhooks/endpoints/endpoint-row"
import { prisma } from "@/platform/db/prisma"
import { retentionStart } from "@/webhooks/events/retention"
import { toTimestamp } from "@/trpc/wire"

/** Lists the endpoints of the account, or of the app that the caller acts for, in its mode, newest first. */
export async function listEndpoints(caller: Caller, request: PageRequest): Promise<Page<EndpointRow>> {
  const where = {
    ...ownerColumns(caller),
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

/** Lists the deleted endpoints of the caller's mode that may still have deliveries, the last deleted first. */
export async function listDeletedEndpoints(caller: Caller): Promise<DeletedEndpoint[]> {
  const rows = await prisma().webhookEndpoint.findMany({
    where: {
      ...ownerColumns(caller),
      livemode: caller.livemode,
      deletedAt: { gt: retentionStart() },
    },
    select: { id: true, url: true, livemode: true, deletedAt: true },
    orderBy: [{ deletedAt: "desc" }, { id: "desc" }],
  })
  return rows.flatMap(({ id, url, livemode, deletedAt }) =>
    deletedAt ? [{ id: publicId("webhook_endpoint", id), url, livemode, deleted_at: toTimestamp(deletedAt) }] : [],
  )
}
