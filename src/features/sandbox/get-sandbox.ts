import { shownWorlds } from "@/domain/world"
import { publicId } from "@/domain/public-id"
import { FAULT_COLUMNS, type FaultRow, toFault } from "@/features/sandbox/fault-row"
import type { Sandbox } from "@/features/sandbox/schema"
import { type Queryable, query } from "@/platform/db/query"
import type { Sandbox as SandboxWorld } from "@/sandbox/open-sandbox"
import { toTimestamp } from "@/trpc/wire"

// SQL: one statement counts the rows of a world by the indexes of sandboxes.

interface SandboxRow {
  epoch: Date
  clock: Date
  store: string
  products: number
  orders: number
  seller_orders: number
}

const SANDBOX_SQL = `
  SELECT w.epoch, w.clock, s.slug AS store,
    (SELECT count(*) FROM sandbox_listing WHERE world_id = ANY ($3::uuid[]))::int AS products,
    (SELECT count(*) FROM customer_order WHERE world_id = w.id AND NOT livemode AND account_id = w.account_id)::int AS orders,
    (SELECT count(*) FROM seller_order WHERE world_id = w.id AND NOT livemode AND store_id = $2)::int AS seller_orders
  FROM world w JOIN store s ON s.id = $2 AND s.world_id = w.id WHERE w.id = $1`
const FAULTS_SQL = `SELECT ${FAULT_COLUMNS} FROM sandbox_fault WHERE world_id = $1 ORDER BY created_at, id`

/** Describes a sandbox: its clock, what it contains, and its faults. */
export async function getSandbox(world: SandboxWorld, tx?: Queryable): Promise<Sandbox> {
  const [[row], faults] = await Promise.all([
    query<SandboxRow>(SANDBOX_SQL, [world.id, world.storeId, shownWorlds(world)], tx),
    query<FaultRow>(FAULTS_SQL, [world.id], tx),
  ])
  if (!row) throw new Error(`the sandbox ${world.id} has no store`)
  const { epoch, clock, store, ...counts } = row
  return {
    id: publicId("sandbox", world.id),
    epoch: toTimestamp(epoch),
    clock: toTimestamp(clock),
    store,
    counts,
    faults: faults.map(toFault),
  }
}
