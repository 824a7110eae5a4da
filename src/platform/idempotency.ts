import { isProblem, Problem, type ProblemCode } from "@/domain/problem"
import { query, type Queryable } from "@/platform/db/query"

// SQL: a key is taken by an advisory lock, in transactions of pg and of Prisma alike.

/** An Idempotency-Key with what it stands for. */
export interface Idempotency {
  key: string
  accountId: string
  /** SHA-256 of the method, path and body. */
  fingerprint: Buffer
  /** Told when an earlier result is given back. */
  replayed: () => void
}

/** How a result is kept where not all of it may be, and what makes it whole again. */
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
 * What is kept for an Idempotency-Key, if anything: to ask before checks that may come out otherwise at a repetition and must not be made
 * within the work's transaction, such as those that ask the network.
 * @throws Problem idempotency_key_reused, when the key came with another request.
 */
export const replayed = async <Kept>(idempotency: Idempotency | null): Promise<Kept | Problem | undefined> => {
  if (!idempotency) return undefined
  const [earlier] = await query<Earlier>(EARLIER, [idempotency.accountId, idempotency.key])
  return earlier && replay<Kept>(idempotency, earlier)
}

/**
 * Does the work once for an Idempotency-Key. The result is kept in the work's own transaction, so that a crash leaves both or
 * neither; a foreseen refusal (a wrong state, say) is a result too, and must not have written anything. A failed precondition is none: the
 * work was not begun, and may be asked for again with another.
 * @throws Problem idempotency_key_reused, when the key came with another request; idempotency_in_progress, while another
 * transaction works on it.
 */
export const idempotent = async <T, Kept = T>(
  tx: Queryable,
  idempotency: Idempotency | null,
  work: () => Promise<T>,
  keeping?: Keeping<T, Kept>,
): Promise<T | Problem> => {
  if (!idempotency) return outcome(work)
  const { accountId, key, fingerprint } = idempotency
  // Sent together; the second is read once the first has the lock.
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
    return keeping ? keeping.whole(kept) : (kept as unknown as T)
  }
  const result = await outcome(work)
  const kept: Result = isProblem(result)
    ? { problem: result.code, message: result.message }
    : { data: keeping ? keeping.kept(result) : result }
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
