import type { Caller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { parsePublicId } from "@/domain/public-id"
import { uuidTime } from "@/domain/uuid-time"
import { EVENT_SELECT, type EventRow } from "@/webhooks/events/event-row"
import { prisma } from "@/platform/db/prisma"

/** Retention of events, even if their partition still exists. */
const RETENTION_MS = 30 * 24 * 60 * 60 * 1000

/** @throws Problem not_found, also for other accounts' events, those of the other mode, and expired ones */
export const getEvent = async (caller: Caller, id: string): Promise<EventRow> => {
  const { accountId, storeId, livemode } = caller
  const uuid = parsePublicId("event", id)
  const event =
    uuid === null
      ? null
      : await prisma().webhookEvent.findFirst({
          where: {
            id: uuid,
            createdAt: { equals: uuidTime(uuid), gt: new Date(Date.now() - RETENTION_MS) },
            livemode,
            // An account's event has no store, so a null store id must not match.
            OR: [{ accountId }, ...(storeId === null ? [] : [{ storeId }])],
          },
          select: EVENT_SELECT,
        })
  if (!event) throw new Problem("not_found")
  return event
}
