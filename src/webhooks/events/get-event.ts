// SQL: the condition of a consent is shared with statements in SQL.

import { type Caller, clientOf } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { parsePublicId } from "@/domain/public-id"
import { uuidTime } from "@/domain/uuid-time"
import { consentedSql, withAccounts } from "@/webhooks/events/consent"
import { EVENT_SELECT, type EventRow } from "@/webhooks/events/event-row"
import { retentionStart } from "@/webhooks/events/retention"
import { prisma } from "@/platform/db/prisma"
import { query } from "@/platform/db/query"
import type { Prisma } from "@/platform/prisma/client"

const CONSENTED_SQL = `SELECT FROM webhook_event e WHERE e.id = $1 AND e.created_at = $2 AND ${consentedSql("e")}`

/**
 * @throws Problem not_found, also for other accounts' and apps' events, those of the other mode, those of accounts
 * whose consent has ended, and expired ones
 */
export async function getEvent(caller: Caller, id: string): Promise<EventRow> {
  const uuid = parsePublicId("event", id)
  const createdAt = uuid === null ? null : uuidTime(uuid)
  const event =
    uuid === null || createdAt === null
      ? null
      : await prisma().webhookEvent.findFirst({
          where: {
            id: uuid,
            createdAt: { equals: createdAt, gt: retentionStart() },
            livemode: caller.livemode,
            OR: ownersOf(caller),
          },
          select: EVENT_SELECT,
        })
  if (!event) throw new Problem("not_found")
  if (event.grantId !== null && (await query(CONSENTED_SQL, [event.id, event.createdAt])).length === 0)
    throw new Problem("not_found")
  const [row] = await withAccounts([event])
  if (!row) throw new Problem("not_found")
  return row
}

function ownersOf(caller: Caller): Prisma.WebhookEventWhereInput[] {
  const appId = clientOf(caller)
  if (appId !== undefined) return [{ appId }]
  const { accountId, storeId } = caller
  // An account's event has no store, so a null store id must not match.
  return [{ accountId }, ...(storeId === null ? [] : [{ storeId }])]
}
