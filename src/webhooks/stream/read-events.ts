import { query } from "@/platform/db/query"
import type { StoredEvent } from "@/webhooks/delivery/payload"

// SQL, because one statement reads the events of many streams.

/** What one stream reads: the events of an account and, if it has one, of a store, in a mode. */
export interface EventSelection {
  accountId: string
  storeId: number | null
  livemode: boolean
  /** Only events behind this position. */
  after: string
  /** Only events with this UUID or a later one; null for all. */
  from: string | null
  /** Only events of this type; null for all. */
  type: string | null
}

/** A position, with its event; null if the event has been deleted, or is of another type. */
export interface PositionedEvent {
  /** The index of the selection. */
  stream: number
  position: string
  event: StoredEvent | null
}

/** Events of one stream that are read at once. */
export const READ_MAX = 50

const ownerSql = (owner: string): string => `
  (SELECT p.event_id, p.created_at, p.position FROM webhook_event_position p
   WHERE ${owner} AND p.livemode = s.livemode AND p.position > s.after AND p.event_id >= coalesce(s.first, '00000000-0000-0000-0000-000000000000')
   ORDER BY p.position LIMIT ${READ_MAX})`

const READ_SQL = `
  SELECT s.ordinal::int - 1 AS stream, p.position, e.id, e.type, e.api_version AS "apiVersion", e.livemode, e.occurred_at AS "occurredAt", e.data::text AS data
  FROM unnest($1::uuid[], $2::int[], $3::boolean[], $4::bigint[], $5::uuid[], $6::text[]) WITH ORDINALITY AS s (account_id, store_id, livemode, after, first, type, ordinal)
  CROSS JOIN LATERAL (
    SELECT * FROM (${ownerSql("p.account_id = s.account_id")} UNION ALL ${ownerSql("p.store_id = s.store_id")}) found
    ORDER BY position LIMIT ${READ_MAX}) p
  LEFT JOIN webhook_event e ON e.id = p.event_id AND e.created_at = p.created_at AND e.created_at > now() - interval '30 days' AND (s.type IS NULL OR e.type = s.type)
  ORDER BY s.ordinal, p.position`

interface Row extends Omit<StoredEvent, "id"> {
  stream: number
  position: string
  id: string | null
}

/** Reads the next events of each stream, in the order of their positions: up to READ_MAX of each. */
export const readEvents = async (selections: readonly EventSelection[]): Promise<PositionedEvent[]> => {
  const rows = await query<Row>(READ_SQL, [
    selections.map(({ accountId }) => accountId),
    selections.map(({ storeId }) => storeId),
    selections.map(({ livemode }) => livemode),
    selections.map(({ after }) => after),
    selections.map(({ from }) => from),
    selections.map(({ type }) => type),
  ])
  return rows.map(({ stream, position, id, ...event }) => ({
    stream,
    position,
    event: id === null ? null : { id, ...event },
  }))
}

const NEWEST_SQL = `
  SELECT event_id FROM (
    (SELECT event_id, position FROM webhook_event_position WHERE account_id = $1 AND livemode = $3 AND position <= $4 ORDER BY position DESC LIMIT 1)
    UNION ALL (SELECT event_id, position FROM webhook_event_position WHERE store_id = $2 AND livemode = $3 AND position <= $4 ORDER BY position DESC LIMIT 1)) found
  ORDER BY position DESC LIMIT 1`

/** Returns the UUID of the newest event up to a position; null if there is none. */
export const newestEvent = async (
  { accountId, storeId, livemode }: Pick<EventSelection, "accountId" | "storeId" | "livemode">,
  position: string,
): Promise<string | null> => {
  const [row] = await query<{ event_id: string }>(NEWEST_SQL, [accountId, storeId, livemode, position])
  return row?.event_id ?? null
}
