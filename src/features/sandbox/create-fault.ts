import { invalid, isProblem, Problem, PROBLEMS, type ProblemCode } from "@/domain/problem"
import { FAULT_COLUMNS, type FaultRow, toFault } from "@/features/sandbox/fault-row"
import { CODE_OF_STATUS, type CreateFault, type SandboxFault } from "@/features/sandbox/schema"
import { type Queryable, query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { type Idempotency, idempotent } from "@/platform/idempotency"
import { newUuid } from "@/platform/new-uuid"

// SQL: the world's row is locked, so that faults created at once do not exceed the limit.

/** Maximum faults of a sandbox that have turns left. */
export const FAULTS_MAX = 100

const LOCK_WORLD_SQL = "SELECT FROM world WHERE id = $1 FOR NO KEY UPDATE"
const COUNT_SQL = "SELECT count(*)::int AS count FROM sandbox_fault WHERE world_id = $1"
const INSERT_SQL = `
  INSERT INTO sandbox_fault (id, world_id, operation, code, times, remaining, delay_ms, created_at)
  VALUES ($1, $2, $3, $4, $5, $5, $6, clock_timestamp()) RETURNING ${FAULT_COLUMNS}`

/**
 * Makes an operation fail or be late in a sandbox.
 * @param problemsOf returns the codes that an operation can be made to answer with; null if it cannot fail
 * @throws Problem validation_failed; invalid_state if the sandbox has as many faults as it may
 */
export async function createFault(
  worldId: string,
  input: CreateFault,
  problemsOf: (operationId: string) => readonly ProblemCode[] | null,
  idempotency: Idempotency | null,
): Promise<SandboxFault> {
  const code = codeOf(input, problemsOf)
  const created = await transaction((tx) => idempotent(tx, idempotency, () => insertFault(tx, worldId, input, code)))
  if (isProblem(created)) throw created
  return created
}

function codeOf(
  { operation, status, code, delay_ms }: CreateFault,
  problemsOf: (operationId: string) => readonly ProblemCode[] | null,
): ProblemCode | null {
  const possible = problemsOf(operation)
  if (possible === null)
    throw invalid(
      "operation",
      "invalid_value",
      `${operation} is no operation that can fail: name an operationId of openapi.json.`,
    )
  if (code !== undefined) {
    if (!possible.includes(code))
      throw invalid("code", "invalid_value", `${operation} answers one of: ${possible.join(", ")}.`)
    if (status !== undefined && PROBLEMS[code][0] !== status)
      throw invalid("status", "invalid_value", `The status of ${code} is ${PROBLEMS[code][0]}; leave status out.`)
    return code
  }
  if (status !== undefined) return CODE_OF_STATUS[status]
  if (delay_ms === 0) throw invalid("status", "required", "Name a status, a code, or a delay_ms above 0.")
  return null
}

async function insertFault(
  tx: Queryable,
  worldId: string,
  { operation, times, delay_ms }: CreateFault,
  code: ProblemCode | null,
): Promise<SandboxFault> {
  await query(LOCK_WORLD_SQL, [worldId], tx)
  const [counted] = await query<{ count: number }>(COUNT_SQL, [worldId], tx)
  if ((counted?.count ?? 0) >= FAULTS_MAX)
    throw new Problem("invalid_state", { message: `A sandbox has at most ${FAULTS_MAX} faults; end some first.` })
  const [row] = await query<FaultRow>(INSERT_SQL, [newUuid(), worldId, operation, code, times, delay_ms], tx)
  if (!row) throw new Error("the fault was not inserted")
  return toFault(row)
}
