import { isProblem, Problem, type ProblemCode, type ProblemDetail } from "@/domain/problem"
import { query, type Queryable } from "@/platform/db/query"

// SQL: the advisory lock on a key is taken in transactions of both pg and Prisma.

/** A request's Idempotency-Key. */
export interface Idempotency {
  key: string
  accountId: string
  /** SHA-256 of the method, path and body. */
  fingerprint: Buffer
  /** Called if an earlier result is returned. */
  onReplay: () => void
}

// A header cannot contain the line break, so no live key looks like one of the sandbox.
const SANDBOX_PREFIX = "test\n"

/** Returns what an Idempotency-Key is stored under: each mode has keys of its own. */
export function storedKey(key: string, livemode: boolean): string {
  return livemode ? key : `${SANDBOX_PREFIX}${key}`
}

/** Deletes the Idempotency-Keys that an account used in its sandbox, so that requests with them act again. */
export async function deleteSandboxKeys(tx: Queryable, accountId: string): Promise<void> {
  await query(
    "DELETE FROM idempotency_key WHERE account_id = $1 AND starts_with(key, $2)",
    [accountId, SANDBOX_PREFIX],
    tx,
  )
}

/** How to store a result that must not be stored whole, and how to restore it. */
interface ResultStorage<T, Stored> {
  store: (result: T) => Stored
  restore: (stored: Stored) => Promise<T>
}

// What the version before stored of a refusal has no details.
type Result = { data: unknown } | { problem: ProblemCode; message: string; details?: readonly ProblemDetail[] }

interface StoredResult {
  fingerprint: Uint8Array
  result: Result
}

const FIND_STORED_RESULT_SQL =
  "SELECT fingerprint, result FROM idempotency_key WHERE account_id = $1 AND key = $2 AND created_at > now() - interval '24 hours'"

/** A result as it is stored. */
function toStored(result: unknown): Result {
  return isProblem(result)
    ? { problem: result.code, message: result.message, ...(result.details && { details: result.details }) }
    : { data: result }
}

/** @throws Problem idempotency_key_reused */
function replay<Stored>({ fingerprint, onReplay }: Idempotency, previous: StoredResult): Stored | Problem {
  if (!fingerprint.equals(previous.fingerprint)) throw new Problem("idempotency_key_reused")
  onReplay()
  if (!("problem" in previous.result)) return previous.result.data as Stored
  const { problem, message, details } = previous.result
  // The stored result (jsonb) has lost the order of its members.
  const ordered = details?.map((detail) => ({ param: detail.param, code: detail.code, message: detail.message }))
  return new Problem(problem, { message, ...(ordered && { details: ordered }) })
}

/**
 * Returns the stored result of an Idempotency-Key, if any. Call it before checks that may turn out differently on a
 * repetition and cannot run inside the transaction, such as network checks.
 * @throws Problem idempotency_key_reused if the key was used with a different request
 */
export async function findReplay<Stored>(idempotency: Idempotency | null): Promise<Stored | Problem | undefined> {
  if (!idempotency) return undefined
  const [previous] = await query<StoredResult>(FIND_STORED_RESULT_SQL, [idempotency.accountId, idempotency.key])
  return previous && replay<Stored>(idempotency, previous)
}

/**
 * Runs the work once per Idempotency-Key. The result is stored in the work's own transaction, so that a crash keeps
 * both or neither. An expected refusal (an invalid state, say) is stored too, and must not have written anything. A
 * failed precondition is not stored: the client may retry with another one.
 * @throws Problem idempotency_key_reused if the key was used with a different request; idempotency_in_progress while
 * another transaction processes it
 */
export function idempotent<T>(
  tx: Queryable,
  idempotency: Idempotency | null,
  work: () => Promise<T>,
): Promise<T | Problem> {
  return idempotentWithStorage(tx, idempotency, work, {
    store: (result) => result,
    restore: (stored) => Promise.resolve(stored),
  })
}

/** Like idempotent, for a result that must not be stored whole. */
export async function idempotentWithStorage<T, Stored>(
  tx: Queryable,
  idempotency: Idempotency | null,
  work: () => Promise<T>,
  storage: ResultStorage<T, Stored>,
): Promise<T | Problem> {
  if (!idempotency) return resultOrProblem(work)
  const { accountId, key, fingerprint } = idempotency
  // Pipelined; the second is read once the first holds the lock.
  const [[lock], [previous]] = await Promise.all([
    query<{ got: boolean }>(
      "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS got",
      [`idempotency:${accountId}:${key}`],
      tx,
    ),
    query<StoredResult>(FIND_STORED_RESULT_SQL, [accountId, key], tx),
  ])
  if (!lock?.got) throw new Problem("idempotency_in_progress")
  if (previous) {
    const stored = replay<Stored>(idempotency, previous)
    if (isProblem(stored)) return stored
    return storage.restore(stored)
  }
  const result = await resultOrProblem(work)
  const stored = toStored(isProblem(result) ? result : storage.store(result))
  await query(
    `INSERT INTO idempotency_key (account_id, key, fingerprint, result) VALUES ($1, $2, $3, $4)
     ON CONFLICT (account_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, result = excluded.result, created_at = now()`,
    [accountId, key, fingerprint, JSON.stringify(stored)],
    tx,
  )
  return result
}

const BIND_SQL = `
  INSERT INTO idempotency_key AS k (account_id, key, fingerprint, result) VALUES ($1, $2, $3, '{"data": null}')
  ON CONFLICT (account_id, key) DO UPDATE SET
    fingerprint = CASE WHEN k.created_at > now() - interval '24 hours' THEN k.fingerprint ELSE excluded.fingerprint END,
    created_at = CASE WHEN k.created_at > now() - interval '24 hours' THEN k.created_at ELSE now() END
  RETURNING fingerprint`

/**
 * Binds an Idempotency-Key to its request before the items are worked on, so that another request cannot use it,
 * whatever its items are.
 * @throws Problem idempotency_key_reused if the key was used with a different request
 */
export async function bindIdempotencyKey({ accountId, key, fingerprint }: Idempotency): Promise<void> {
  const [bound] = await query<{ fingerprint: Uint8Array }>(BIND_SQL, [accountId, key, fingerprint])
  if (!bound || !fingerprint.equals(bound.fingerprint)) throw new Problem("idempotency_key_reused")
}

/**
 * The Idempotency-Key of one item of a request whose items are written in transactions of their own. A repetition
 * returns the results of the items that are stored, and does the rest.
 * @param index of the item in the request
 */
export function itemIdempotency(idempotency: Idempotency, index: number, onReplay: () => void): Idempotency {
  // A header has no line feed, so no client can send this key.
  return { ...idempotency, key: `${idempotency.key}\n${index}`, onReplay }
}

const LOCK_ITEMS_SQL =
  "SELECT bool_and(pg_try_advisory_xact_lock(hashtextextended(name, 0))) AS got FROM unnest($1::text[]) name"
const FIND_STORED_ITEMS_SQL =
  "SELECT key, fingerprint, result FROM idempotency_key WHERE account_id = $1 AND key = ANY ($2::text[]) AND created_at > now() - interval '24 hours'"
const STORE_ITEMS_SQL = `
  INSERT INTO idempotency_key (account_id, key, fingerprint, result)
  SELECT $1, key, $2, result FROM unnest($3::text[], $4::jsonb[]) AS i (key, result)
  ON CONFLICT (account_id, key) DO UPDATE SET fingerprint = excluded.fingerprint, result = excluded.result, created_at = now()`

/** An item of a request, and its place there. */
export interface RequestItem<Item> {
  index: number
  item: Item
}

/**
 * Does items of a request in one transaction, each once per Idempotency-Key, as idempotent does one.
 * @param onReplay is called for each item whose result was stored earlier
 * @param work returns the results of the items that it is given, in their order; a refused item must not have written
 * anything
 * @returns the results, in the order of the items
 * @throws Problem idempotency_key_reused; idempotency_in_progress
 */
export async function idempotentItems<Item, T>(
  tx: Queryable,
  idempotency: Idempotency,
  requestItems: readonly RequestItem<Item>[],
  onReplay: () => void,
  work: (tx: Queryable, items: Item[]) => Promise<(T | Problem)[]>,
): Promise<(T | Problem)[]> {
  const { accountId, fingerprint } = idempotency
  const items = requestItems.map(({ item, index }) => ({ item, ...itemIdempotency(idempotency, index, onReplay) }))
  const keys = items.map(({ key }) => key)
  // Pipelined; the second is read once the first holds the locks.
  const [[lock], previous] = await Promise.all([
    query<{ got: boolean }>(LOCK_ITEMS_SQL, [keys.map((key) => `idempotency:${accountId}:${key}`)], tx),
    query<StoredResult & { key: string }>(FIND_STORED_ITEMS_SQL, [accountId, keys], tx),
  ])
  if (!lock?.got) throw new Problem("idempotency_in_progress")
  const results = new Map<string, T | Problem>()
  for (const { key, ...stored } of previous) results.set(key, replay<T>({ ...idempotency, onReplay }, stored))
  const unprocessed = items.filter(({ key }) => !results.has(key))
  if (unprocessed.length > 0) {
    const done = await work(
      tx,
      unprocessed.map(({ item }) => item),
    )
    const stored = done.map((result) => JSON.stringify(toStored(result)))
    await query(STORE_ITEMS_SQL, [accountId, fingerprint, unprocessed.map(({ key }) => key), stored], tx)
    for (const [place, result] of done.entries()) results.set(unprocessed[place]?.key ?? "", result)
  }
  return keys.map((key) => {
    const result = results.get(key)
    if (result === undefined) throw new Error("an item has no result")
    return result
  })
}

async function resultOrProblem<T>(work: () => Promise<T>): Promise<T | Problem> {
  try {
    return await work()
  } catch (error) {
    if (isProblem(error) && error.code !== "precondition_failed") return error
    throw error
  }
}
