import { type Caller, modesOf } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { uuidOf } from "@/domain/public-id"
import { uuidTime } from "@/domain/uuid-time"
import { EVENT_COLUMNS, type EventRow } from "@/features/webhook-events/event-row"
import { AUDIENCE, KEPT } from "@/features/webhook-events/list-events"
import { query } from "@/platform/db"

const EVENT = `SELECT ${EVENT_COLUMNS} FROM webhook_event e WHERE ${AUDIENCE} AND ${KEPT} AND e.livemode = ANY ($3) AND e.id = $4 AND e.created_at = $5`

/** @throws Problem not_found, for other people's events, those of the other mode, and those that are no longer kept. */
export const getEvent = async (caller: Caller, id: string): Promise<EventRow> => {
  const uuid = uuidOf("event", id)
  const [event] = uuid === null ? [] : await query<EventRow>(EVENT, [caller.accountId, caller.storeId, modesOf(caller), uuid, uuidTime(uuid)])
  if (!event) throw new Problem("not_found")
  return event
}
