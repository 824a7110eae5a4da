import { type Caller, clientOf } from "@/domain/caller"
import { query } from "@/platform/db/query"
import type { StoredEvent } from "@/webhooks/delivery/payload"
import { consentedSql, withAccounts } from "@/webhooks/events/consent"
import { RETENTION_START_SQL } from "@/webhooks/events/retention"

// SQL: one statement reads the events of many streams.

/**
 * Whose events are read, in a mode: those of an account and, if it has one, of a store; or those of a client of an app.
 */
interface EventOwners {
  accountId: string | null
  storeId: number | null
  appId: string | null
  livemode: boolean
}

/** Returns whose events a caller reads. */
export function ownersOf(caller: Caller): EventOwners {
  const { accountId, storeId, livemode } = caller
  const appId = clientOf(caller)
  return appId === undefined
    ? { accountId, storeId, appId: null, livemode }
    : { accountId: null, storeId: null, appId, livemode }
}

/** What one stream reads. */
export interface EventSelection extends EventOwners {
  /** Only events behind this position. */
  after: string
  /** Only events with this UUID or a later one; null for all. */
  from: string | null
  /** Only events of this type; null for all. */
  type: string | null
}

/** A position, with its event; null if the event has been deleted, is of another type, or its consent has ended. */
interface PositionedEvent {
  /** The index of the selection. */
  stream: number
  position: string
  event: StoredEvent | null
}

/** Events of one stream that are read at once. */
export const READ_MAX = 50

function ownerSql(owner: string): string {
  return `
  (SELECT p.event_id, p.created_at, p.position FROM webhook_event_position p
   WHERE ${owner} AND p.livemode = s.livemode AND p.position > s.after AND p.event_id >= coalesce(s.first, '00000000-0000-0000-0000-000000000000')
   ORDER BY p.position LIMIT ${READ_MAX})`
}

const READ_SQL = `
  SELECT s.ordinal::int - 1 AS stream, p.position, e.id, e.type, e.api_version AS "apiVersion", e.livemode, e.occurred_at AS "occurredAt", e.data::text AS data, e.grant_id AS "grantId"
  FROM unnest($1::uuid[], $2::int[], $3::uuid[], $4::boolean[], $5::bigint[], $6::uuid[], $7::text[]) WITH ORDINALITY AS s (account_id, store_id, app_id, livemode, after, first, type, ordinal)
  CROSS JOIN LATERAL (
    SELECT * FROM (${ownerSql("p.account_id = s.account_id")} UNION ALL ${ownerSql("p.store_id = s.store_id")}
      UNION ALL ${ownerSql("p.app_id = s.app_id")}) found
    ORDER BY position LIMIT ${READ_MAX}) p
  LEFT JOIN webhook_event e ON e.id = p.event_id AND e.created_at = p.created_at AND e.created_at > ${RETENTION_START_SQL} AND (s.type IS NULL OR e.type = s.type)
    AND ${consentedSql("e")}
  ORDER BY s.ordinal, p.position`

interface Row extends Omit<StoredEvent, "id"> {
  stream: number
  position: string
  id: string | null
  grantId: string | null
}

/** Reads the next events of each stream, in the order of their positions: up to READ_MAX of each. */
export async function readEvents(selections: readonly EventSelection[]): Promise<PositionedEvent[]> {
  const rows = await query<Row>(READ_SQL, [
    selections.map(({ accountId }) => accountId),
    selections.map(({ storeId }) => storeId),
    selections.map(({ appId }) => appId),
    selections.map(({ livemode }) => livemode),
    selections.map(({ after }) => after),
    selections.map(({ from }) => from),
    selections.map(({ type }) => type),
  ])
  return (await withAccounts(rows)).map(({ stream, position, id, grantId: _, ...event }) => ({
    stream,
    position,
    event: id === null ? null : { id, ...event },
  }))
}

function newestSql(owner: string): string {
  return `
  (SELECT event_id, position FROM webhook_event_position WHERE ${owner} AND livemode = $4 AND position <= $5 ORDER BY position DESC LIMIT 1)`
}

const NEWEST_SQL = `
  SELECT event_id FROM (${["account_id = $1", "store_id = $2", "app_id = $3"].map(newestSql).join(" UNION ALL ")}) found
  ORDER BY position DESC LIMIT 1`

/** Returns the UUID of the newest event up to a position; null if there is none. */
export async function newestEvent(
  { accountId, storeId, appId, livemode }: EventOwners,
  position: string,
): Promise<string | null> {
  const [row] = await query<{ event_id: string }>(NEWEST_SQL, [accountId, storeId, appId, livemode, position])
  return row?.event_id ?? null
}
