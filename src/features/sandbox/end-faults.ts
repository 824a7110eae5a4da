import { Problem } from "@/domain/problem"
import { parsePublicId } from "@/domain/public-id"
import { type Queryable, query } from "@/platform/db/query"

const END_ALL_SQL = "DELETE FROM sandbox_fault WHERE world_id = $1"
const END_ONE_SQL = `${END_ALL_SQL} AND id = $2 RETURNING id`

/** Ends all faults of a sandbox. */
export async function endFaults(worldId: string, tx?: Queryable): Promise<void> {
  await query(END_ALL_SQL, [worldId], tx)
}

/** @throws Problem not_found if the sandbox has no such fault, or it has had its last turn */
export async function endFault(worldId: string, id: string): Promise<void> {
  const ended = await query(END_ONE_SQL, [worldId, parsePublicId("sandbox_fault", id)])
  if (ended.length === 0) throw new Problem("not_found")
}
