import { type Caller, modesOf } from "@/domain/caller"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { EVENT_COLUMNS, type EventRow } from "@/features/webhook-events/event-row"
import type { ShownEvents } from "@/features/webhook-events/schema"
import { query } from "@/platform/db"

/** An event is kept for 30 days, whatever its partition still holds. */
export const KEPT = "e.created_at > now() - interval '30 days'"

/** Whose events a caller sees: the account's ($1), and those of the store ($2) whose orders it handles. */
export const AUDIENCE = "(e.account_id = $1 OR e.store_id = $2)"

const WHERE = `${AUDIENCE} AND ${KEPT} AND e.livemode = ANY ($3)
  AND ($4::text IS NULL OR e.type = $4) AND ($5::timestamptz IS NULL OR e.created_at >= $5) AND ($6::timestamptz IS NULL OR e.created_at < $6)`

/** The events of the caller's account and store, newest first. */
export const listEvents = async (caller: Caller, { type, since, until, livemode, ...request }: PageRequest & ShownEvents): Promise<Page<EventRow>> => {
  const modes = modesOf(caller).filter((mode) => livemode === undefined || mode === livemode)
  const values = [caller.accountId, caller.storeId, modes, type ?? null, since ?? null, until ?? null]
  const [rows, [count]] = await Promise.all([
    query<EventRow>(`SELECT ${EVENT_COLUMNS} FROM webhook_event e WHERE ${WHERE} ORDER BY e.created_at DESC, e.id DESC LIMIT $7 OFFSET $8`, [
      ...values,
      request.per_page,
      offsetOf(request),
    ]),
    query<{ total: number }>(`SELECT count(*)::int AS total FROM webhook_event e WHERE ${WHERE}`, values),
  ])
  return { rows, total: count?.total ?? 0 }
}
