import { isProblem, Problem, type ProblemCode } from "@/domain/problem"
import { query, type Queryable } from "@/platform/db/query"

// SQL, because the advisory lock on a key is taken in transactions of both pg and Prisma.

/** A request's Idempotency-Key. */
export interface Idempotency {
  key: string
  accountId: string
  /** SHA-256 of the method, path and body. */
  fingerprint: Buffer
  /** Called if an earlier result is returned. */
  replayed: () => void
}

/** How to store a result that must not be stored whole, and how to restore it. */
interface Keeping<T, Kept> {
  kept: (result: T) => Kept
  whole: (kept: Kept) => Promise<T>
}

type Result = { data: unknown } | { problem: ProblemCode; message: string }

interface Earlier {
  fingerprint: Uint8Array
  result: Result
}

const EARLIER =
  "SELECT fingerprint, result FROM idempotency_key WHERE account_id = $1 AND key = $2 AND created_at > now() - interval '24 hours'"

/** @throws Problem idempotency_key_reused */
const replay = <Kept>({ fingerprint, replayed }: Idempotency, earlier: Earlier): Kept | Problem => {
  if (!fingerprint.equals(earlier.fingerprint)) throw new Problem("idempotency_key_reused")
  replayed()
  return "problem" in earlier.result
    ? new Problem(earlier.result.problem, { message: earlier.result.message })
    : (earlier.result.data as Kept)
}

/**
 * Returns the stored result of an Idempotency-Key, if any. Call it before checks that may turn out differently on a
 * repetition and cannot run inside the transaction, such as network checks.
 * @throws Problem idempotency_key_reused if the key was used with a different request
 */
export const replayed = async <Kept>(idempotency: Idempotency | null): Promise<Kept | Problem | undefined> => {
  if (!idempotency) return undefined
  const [earlier] = await query<Earlier>(EARLIER, [idempotency.accountId, idempotency.key])
  return earlier && replay<Kept>(idempotency, earlier)
}

/**
 * Runs the work once per Idempotency-Key. The result is stored in the work's own transaction, so that a crash keeps
 * both or neither. An expected refusal (an invalid state, say) is stored too, and must not have written anything. A
 * failed precondition is not stored: the client may retry with another one.
 * @throws Problem idempotency_key_reused if the key was used with a different request; idempotency_in_progress while
 * another transaction processes it
 */
export const idempotent = <T>(
  tx: Queryable,
  idempotency: Idempotency | null,
  work: () => Promise<T>,
): Promise<T | Problem> =>
  idempotentKeeping(tx, idempotency, work, { kept: (result) => result, whole: (kept) => Promise.resolve(kept) })

/** Like idempotent, for a result that must not be stored whole. */
export const idempotentKeeping = async <T, Kept>(
  tx: Queryable,
  idempotency: Idempotency | null,
  work: () => Promise<T>,
  keeping: Keeping<T, Kept>,
): Promise<T | Problem> => {
  if (!idempotency) return outcome(work)
  const { accountId, key, fingerprint } = idempotency
  // Pipelined; the second is read once the first holds the lock.
  const [[lock], [earlier]] = await Promise.all([
    query<{ got: boolean }>(
      "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS got",
      [`idempotency:${accountId}:${key}`],
      tx,
    ),
    query<Earlier>(EARLIER, [accountId, key], tx),
  ])
  if (!lock?.got) throw new Problem("idempotency_in_progress")
  if (earlier) {
    const kept = replay<Kept>(idempotency, earlier)
    if (isProblem(kept)) return kept
    return keeping.whole(kept)
  }
  const result = await outcome(work)
  const kept: Result = isProblem(result)
    ? { problem: result.code, message: result.message }
    : { data: keeping.kept(result) }
  await query(
    `INSERT INTO idempotency_key (account_id, key, fingerprint, result) VALUES ($1, $2, $3, $4)
     ON CONFLICT (account_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, result = excluded.result, created_at = now()`,
    [accountId, key, fingerprint, JSON.stringify(kept)],
    tx,
  )
  return result
}

const outcome = async <T>(work: () => Promise<T>): Promise<T | Problem> => {
  try {
    return await work()
  } catch (error) {
    if (isProblem(error) && error.code !== "precondition_failed") return error
    throw error
  }
}
