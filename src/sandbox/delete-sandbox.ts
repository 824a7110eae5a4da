import { type Queryable, query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { emptyWorld } from "@/sandbox/fill-world"

/** Days without use after which a sandbox's rows are deleted; the next use makes them again. */
const UNUSED_SANDBOX_DAYS = 60

/** Deletes the account's sandbox, if it has one. */
export async function deleteSandbox(tx: Queryable, accountId: string): Promise<void> {
  const [world] = await query<{ id: string }>("SELECT id FROM world WHERE account_id = $1", [accountId], tx)
  if (!world) return
  await emptyWorld(tx, world.id)
  await query("DELETE FROM world WHERE id = $1", [world.id], tx)
}

const CLAIM_UNUSED_SQL = `
  UPDATE world SET filled_at = NULL WHERE id = (
    SELECT id FROM world WHERE filled_at IS NOT NULL AND used_at < now() - make_interval(days => ${UNUSED_SANDBOX_DAYS})
    ORDER BY used_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
  RETURNING id`

/** Empties the sandboxes that nobody has used for 60 days, each in a transaction of its own. */
export async function emptyUnusedSandboxes(): Promise<void> {
  while (await transaction(emptyUnusedSandbox, { onFullDisk: true }));
}

async function emptyUnusedSandbox(tx: Queryable): Promise<boolean> {
  const [world] = await query<{ id: string }>(CLAIM_UNUSED_SQL, [], tx)
  if (world) await emptyWorld(tx, world.id)
  return world !== undefined
}
