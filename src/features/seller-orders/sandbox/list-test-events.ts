import { parsePublicId } from "@/domain/public-id"
import type { World } from "@/domain/world"
import type { TestEvent } from "@/features/seller-orders/sandbox/schema"
import { query } from "@/platform/db/query"
import { toTimestamp } from "@/trpc/wire"

type EventRow = Omit<TestEvent, "created_at"> & { created_at: Date }

const EVENTS_SQL = `
  SELECT e.id, e.type, e.created_at, e.data, so.number
  FROM seller_order so JOIN webhook_event e ON e.subject_id IN (so.id, so.order_id)
  WHERE so.id = ANY ($1::uuid[]) AND so.world_id = $2 AND NOT e.livemode AND e.account_id = $3
  ORDER BY e.created_at DESC, e.id DESC LIMIT 500`

/** The events of some orders of the account's sandbox, newest first. */
export async function listTestEvents(accountId: string, world: World, ids: readonly string[]): Promise<TestEvent[]> {
  const uuids = ids.map((id) => parsePublicId("seller_order", id)).filter((uuid) => uuid !== null)
  const rows = await query<EventRow>(EVENTS_SQL, [uuids, world.id, accountId])
  return rows.map((row) => ({ ...row, created_at: toTimestamp(row.created_at) }))
}
