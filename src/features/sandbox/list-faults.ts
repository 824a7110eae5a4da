import { Problem } from "@/domain/problem"
import { offsetOf, type Page, type PageRequest } from "@/domain/page"
import { parsePublicId } from "@/domain/public-id"
import { FAULT_COLUMNS, type FaultRow } from "@/features/sandbox/fault-row"
import { query } from "@/platform/db/query"

// SQL: the columns are those of the statement that makes a fault under the world's lock.

const LIST_SQL = `
  SELECT ${FAULT_COLUMNS} FROM sandbox_fault WHERE world_id = $1 ORDER BY created_at, id LIMIT $2 OFFSET $3`
const COUNT_SQL = "SELECT count(*)::int AS count FROM sandbox_fault WHERE world_id = $1"
const GET_SQL = `SELECT ${FAULT_COLUMNS} FROM sandbox_fault WHERE world_id = $1 AND id = $2`

/** Lists the faults of a sandbox that have turns left, the oldest first, which take effect first. */
export async function listFaults(worldId: string, page: PageRequest): Promise<Page<FaultRow>> {
  const [rows, counted] = await Promise.all([
    query<FaultRow>(LIST_SQL, [worldId, page.per_page, offsetOf(page)]),
    query<{ count: number }>(COUNT_SQL, [worldId]),
  ])
  return { rows, total: counted[0]?.count ?? 0 }
}

/** @throws Problem not_found if the sandbox has no such fault, or it has had its last turn */
export async function getFault(worldId: string, id: string): Promise<FaultRow> {
  const [fault] = await query<FaultRow>(GET_SQL, [worldId, parsePublicId("sandbox_fault", id)])
  if (!fault) throw new Problem("not_found")
  return fault
}
