import { isProblem } from "@/domain/problem"
import { getSandbox } from "@/features/sandbox/get-sandbox"
import type { Sandbox } from "@/features/sandbox/schema"
import { type Queryable, query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { deleteSandboxKeys, type Idempotency, idempotent } from "@/platform/idempotency"
import { emptyWorld, fillWorld } from "@/sandbox/fill-world"
import type { Sandbox as SandboxWorld } from "@/sandbox/open-sandbox"
import { forgetTestEvents } from "@/webhooks/events/forget-test-events"

// SQL: the world's row stays locked while it is filled again.

const RESET_SQL = "UPDATE world SET clock = epoch WHERE id = $1 RETURNING account_id, ordinal, epoch"

/**
 * Puts a sandbox back to the state of its first use: the same rows with the same ids, the clock at its epoch, no faults
 * and no events. Endpoints, keys and the request log are the account's, and stay.
 *
 * The Idempotency-Keys that were used in the sandbox are forgotten: their results name orders that are gone, and a test
 * that runs again must act again. The key of the reset itself is stored afterwards, so that a retry does not reset twice.
 */
export async function resetSandbox(world: SandboxWorld, idempotency: Idempotency | null): Promise<Sandbox> {
  const reset = await transaction((tx) => idempotent(tx, idempotency, () => refill(tx, world)))
  if (isProblem(reset)) throw reset
  return reset
}

async function refill(tx: Queryable, world: SandboxWorld): Promise<Sandbox> {
  const [row] = await query<{ account_id: string; ordinal: number; epoch: Date }>(RESET_SQL, [world.id], tx)
  if (!row) throw new Error(`there is no sandbox ${world.id}`)
  await deleteSandboxKeys(tx, row.account_id)
  await forgetTestEvents(tx, row.account_id, world.storeId)
  await emptyWorld(tx, world.id)
  await fillWorld(tx, { id: world.id, accountId: row.account_id, ordinal: row.ordinal, epoch: row.epoch })
  return getSandbox(world, tx)
}
