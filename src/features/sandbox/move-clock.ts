import { parseDuration } from "@/domain/duration"
import { invalid, isProblem } from "@/domain/problem"
import { DAY_MS } from "@/domain/time-units"
import { getSandbox } from "@/features/sandbox/get-sandbox"
import { CLOCK_MAX_DAYS, MOVE_MAX_DAYS, type MoveClock, type Sandbox } from "@/features/sandbox/schema"
import { type Queryable, query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { type Idempotency, idempotent } from "@/platform/idempotency"
import type { Sandbox as SandboxWorld } from "@/sandbox/open-sandbox"
import { advanceTestDeliveries } from "@/webhooks/delivery/advance-test-deliveries"

// SQL: the world's row is locked, so that moves come one after the other.

const LOCK_SQL = "SELECT account_id, epoch, clock FROM world WHERE id = $1 FOR NO KEY UPDATE"
const MOVE_SQL = "UPDATE world SET clock = $2 WHERE id = $1"

/**
 * Moves a sandbox's clock forward, and with it what waits for the account's test endpoints. The attempts that fall due
 * are made by the workers once this has been committed.
 * @throws Problem validation_failed if it is not a move forward, or too far
 */
export async function moveClock(
  world: SandboxWorld,
  input: MoveClock,
  idempotency: Idempotency | null,
): Promise<Sandbox> {
  const moved = await transaction((tx) => idempotent(tx, idempotency, () => move(tx, world, input)))
  if (isProblem(moved)) throw moved
  return moved
}

async function move(tx: Queryable, world: SandboxWorld, input: MoveClock): Promise<Sandbox> {
  const [row] = await query<{ account_id: string; epoch: Date; clock: Date }>(LOCK_SQL, [world.id], tx)
  if (!row) throw new Error(`there is no sandbox ${world.id}`)
  const { param, clock } = targetOf(input, row.clock)
  const distance = clock.getTime() - row.clock.getTime()
  if (distance <= 0)
    throw invalid(param, "too_small", `The clock shows ${row.clock.toISOString()} and only moves forward.`)
  if (distance > MOVE_MAX_DAYS * DAY_MS)
    throw invalid(param, "too_big", `One call moves the clock ${MOVE_MAX_DAYS} days at most.`)
  if (clock.getTime() - row.epoch.getTime() > CLOCK_MAX_DAYS * DAY_MS)
    throw invalid(param, "too_big", `The clock moves ${CLOCK_MAX_DAYS} days from its epoch at most; reset the sandbox.`)
  await query(MOVE_SQL, [world.id, clock], tx)
  await advanceTestDeliveries(tx, row.account_id, distance / 1000)
  return getSandbox(world, tx)
}

function targetOf({ advance, to }: MoveClock, now: Date): { param: string; clock: Date } {
  if ((advance === undefined) === (to === undefined)) throw invalid("advance", "required", "Name either advance or to.")
  if (to !== undefined) return { param: "to", clock: new Date(to) }
  const seconds = parseDuration(advance ?? "")
  if (seconds === null)
    throw invalid("advance", "invalid_format", "Name an ISO 8601 duration in weeks to seconds, such as P3D or PT2H.")
  if (seconds > MOVE_MAX_DAYS * 86_400)
    throw invalid("advance", "too_big", `One call moves the clock ${MOVE_MAX_DAYS} days at most.`)
  return { param: "advance", clock: new Date(now.getTime() + seconds * 1000) }
}
