import { type Caller, modesOf } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { uuidOf } from "@/domain/public-id"
import { uuidTime } from "@/domain/uuid-time"
import { EVENT_COLUMNS, type EventRow } from "@/features/webhook-events/event-row"
import { query } from "@/platform/db"

// An event is kept for 30 days, whatever its partition still holds.
const EVENT = `
  SELECT ${EVENT_COLUMNS} FROM webhook_event e
  WHERE (e.account_id = $1 OR e.store_id = $2) AND e.livemode = ANY ($3) AND e.id = $4 AND e.created_at = $5 AND e.created_at > now() - interval '30 days'`

/** @throws Problem not_found, for other people's events, those of the other mode, and those that are no longer kept. */
export const getEvent = async (caller: Caller, id: string): Promise<EventRow> => {
  const uuid = uuidOf("event", id)
  const [event] =
    uuid === null
      ? []
      : await query<EventRow>(EVENT, [caller.accountId, caller.storeId, modesOf(caller), uuid, uuidTime(uuid)])
  if (!event) throw new Problem("not_found")
  return event
}
