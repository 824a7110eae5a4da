import { invalid, isProblem, Problem, PROBLEMS, type ProblemCode } from "@/domain/problem"
import { FAULT_COLUMNS, type FaultRow, toFault } from "@/features/sandbox/fault-row"
import { CODE_OF_STATUS, type CreateFault, OPERATION_DELAY_MAX_MS, type SandboxFault } from "@/features/sandbox/schema"
import { type Queryable, query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { type Idempotency, idempotent } from "@/platform/idempotency"
import { sandboxFaultId } from "@/sandbox/order-ids"

// SQL: the world's row is locked, so that faults created at once do not exceed the limit.

/** Maximum faults of a sandbox that have turns left. */
const FAULTS_MAX = 100

const LOCK_WORLD_SQL = "SELECT clock, fault_count AS count FROM world WHERE id = $1 FOR NO KEY UPDATE"
const COUNT_FAULT_SQL = "UPDATE world SET fault_count = fault_count + 1 WHERE id = $1"
const COUNT_SQL = "SELECT count(*)::int AS count FROM sandbox_fault WHERE world_id = $1"
const INSERT_SQL = `
  INSERT INTO sandbox_fault (id, world_id, operation, code, event, behaviour, times, remaining, delay_ms, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9) RETURNING ${FAULT_COLUMNS}`

/** How long a held delivery waits at most for one that overtakes it. */
const HELD_MS = 60_000

type ProblemsOf = (operationId: string) => readonly ProblemCode[] | null

/** What a fault does: to an operation, or to the deliveries of an event. */
interface Effect {
  operation: string | null
  code: ProblemCode | null
  event: SandboxFault["event"]
  behaviour: SandboxFault["behaviour"]
  delayMs: number
}

/**
 * Makes an operation of a sandbox fail or be late, or changes the deliveries of an event.
 * @param problemsOf returns the codes that an operation can be made to respond with; null if it cannot fail
 * @throws Problem validation_failed; invalid_state if the sandbox has as many faults as it may
 */
export async function createFault(
  worldId: string,
  input: CreateFault,
  problemsOf: ProblemsOf,
  idempotency: Idempotency | null,
): Promise<SandboxFault> {
  const effect = effectOf(input, problemsOf)
  const created = await transaction((tx) =>
    idempotent(tx, idempotency, () => insertFault(tx, worldId, input.times, effect)),
  )
  if (isProblem(created)) throw created
  return created
}

function effectOf(input: CreateFault, problemsOf: ProblemsOf): Effect {
  const { operation, event } = input
  if ((operation === undefined) === (event === undefined))
    throw invalid("operation", "required", "Name either an operation or an event.")
  return operation === undefined ? eventEffect(input) : operationEffect(operation, input, problemsOf)
}

function operationEffect(operation: string, input: CreateFault, problemsOf: ProblemsOf): Effect {
  const { behaviour, delay_ms } = input
  const possible = problemsOf(operation)
  if (possible === null)
    throw invalid(
      "operation",
      "invalid_value",
      `${operation} is no operation that can fail: name an operationId of openapi.json.`,
    )
  if (behaviour !== undefined) throw invalid("behaviour", "invalid_value", "Only the deliveries of an event have one.")
  if (delay_ms > OPERATION_DELAY_MAX_MS)
    throw invalid("delay_ms", "too_big", `An operation waits ${OPERATION_DELAY_MAX_MS} ms at most.`)
  return {
    operation,
    code: codeOf(operation, input, possible),
    event: null,
    behaviour: null,
    delayMs: delay_ms,
  }
}

function codeOf(
  operation: string,
  { status, code, delay_ms }: CreateFault,
  possible: readonly ProblemCode[],
): ProblemCode | null {
  if (code !== undefined) {
    if (!possible.includes(code))
      throw invalid("code", "invalid_value", `${operation} responds with one of: ${possible.join(", ")}.`)
    if (status !== undefined && PROBLEMS[code][0] !== status)
      throw invalid("status", "invalid_value", `The status of ${code} is ${PROBLEMS[code][0]}; leave status out.`)
    return code
  }
  if (status !== undefined) return CODE_OF_STATUS[status]
  if (delay_ms === 0) throw invalid("status", "required", "Name a status, a code, or a delay_ms above 0.")
  return null
}

function eventEffect({ event, behaviour, status, code, delay_ms }: CreateFault): Effect {
  if (status !== undefined || code !== undefined)
    throw invalid(
      status === undefined ? "code" : "status",
      "invalid_value",
      "Only an operation responds with an error.",
    )
  if (behaviour === undefined) throw invalid("behaviour", "required", "Say what happens to the event's deliveries.")
  if (behaviour === "delay" && delay_ms === 0)
    throw invalid("delay_ms", "required", "Say how many milliseconds the delivery is late.")
  if (behaviour === "duplicate" && delay_ms > 0)
    throw invalid("delay_ms", "invalid_value", "A duplicate is delivered immediately.")
  const delayMs = behaviour === "out_of_order" && delay_ms === 0 ? HELD_MS : delay_ms
  return { operation: null, code: null, event: event ?? null, behaviour, delayMs }
}

async function insertFault(
  tx: Queryable,
  worldId: string,
  times: number,
  { operation, code, event, behaviour, delayMs }: Effect,
): Promise<SandboxFault> {
  const [world] = await query<{ clock: Date; count: number }>(LOCK_WORLD_SQL, [worldId], tx)
  if (!world) throw new Error(`there is no sandbox ${worldId}`)
  const [counted] = await query<{ count: number }>(COUNT_SQL, [worldId], tx)
  if ((counted?.count ?? 0) >= FAULTS_MAX)
    throw new Problem("invalid_state", { message: `A sandbox has at most ${FAULTS_MAX} faults; end some first.` })
  await query(COUNT_FAULT_SQL, [worldId], tx)
  const id = sandboxFaultId(worldId, world.clock, world.count + 1)
  const values = [id, worldId, operation, code, event, behaviour, times, delayMs, world.clock]
  const [row] = await query<FaultRow>(INSERT_SQL, values, tx)
  if (!row) throw new Error("the fault was not inserted")
  return toFault(row)
}
