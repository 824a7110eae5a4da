import { LRUCache } from "lru-cache"
import { Problem } from "@/domain/problem"
import { FIXTURE_WORLD_ID, sandboxStoreId, type World } from "@/domain/world"
import { Semaphore } from "@/platform/concurrency/semaphore"
import { type Queryable, query } from "@/platform/db/query"
import { transaction } from "@/platform/db/transaction"
import { processSingleton } from "@/platform/process-singleton"
import { fillWorld } from "@/sandbox/fill-world"
import { loadFixtures } from "@/sandbox/load-fixtures"

/** The world of an account's test credentials. */
export interface Sandbox extends World {
  livemode: false
  /** Its own store, which the account handles. */
  storeId: number
}

const CACHE_TTL_MS = 60_000
const CACHE_MAX_ENTRIES = 10_000

/** Sandboxes that a process fills at a time: many at once would leave no database connection to other requests. */
const FILLS = { concurrency: 3, maxQueued: 1_000, queueTimeoutMs: 20_000 }
const FILL_RETRY_SECONDS = 5

function fillSemaphore(): Semaphore {
  return processSingleton("sandbox-fills", () => new Semaphore(FILLS))
}

function sandboxCache(): LRUCache<string, Promise<Sandbox>> {
  return processSingleton("sandboxes", () => new LRUCache({ max: CACHE_MAX_ENTRIES, ttl: CACHE_TTL_MS }))
}

/**
 * Returns the account's sandbox. It is made at its first use, and again if it was deleted because nobody used it.
 * @throws Problem unavailable if the database is down, or if too many sandboxes are being made
 */
export function openSandbox(accountId: string): Promise<Sandbox> {
  const cache = sandboxCache()
  const cached = cache.get(accountId)
  if (cached) return cached
  const sandbox = findOrFill(accountId)
  cache.set(accountId, sandbox)
  sandbox.catch(() => cache.delete(accountId))
  return sandbox
}

interface WorldRow {
  id: string
  ordinal: number
}

// The last use is recorded once an hour. A sandbox without rows is not found.
const USE_SQL = `
  WITH used AS (UPDATE world SET used_at = now() WHERE account_id = $1 AND filled_at IS NOT NULL AND used_at < now() - interval '1 hour')
  SELECT id, ordinal FROM world WHERE account_id = $1 AND filled_at IS NOT NULL`

async function findOrFill(accountId: string): Promise<Sandbox> {
  const [found] = await query<WorldRow>(USE_SQL, [accountId])
  if (found) return toSandbox(found)
  const fill = (): Promise<WorldRow> => transaction((tx) => claimAndFill(tx, accountId))
  return toSandbox(
    await fillSemaphore().run(fill, () => new Problem("unavailable", { retryAfter: FILL_RETRY_SECONDS })),
  )
}

// A sandbox's time begins at the last 10:00 of India, so that orders before it have plausible hours.
const EPOCH_SQL =
  "(date_trunc('day', now() AT TIME ZONE 'Asia/Kolkata' - interval '10 hours') + interval '10 hours') AT TIME ZONE 'Asia/Kolkata'"

// Locks the account's row until it is filled: a second request waits, and then finds it filled.
const CLAIM_SQL = `
  INSERT INTO world AS w (id, account_id, epoch, clock, used_at) VALUES (uuid_v7(now()), $1, ${EPOCH_SQL}, ${EPOCH_SQL}, now())
  ON CONFLICT (account_id) DO UPDATE SET used_at = now(),
    epoch = CASE WHEN w.filled_at IS NULL THEN excluded.epoch ELSE w.epoch END,
    clock = CASE WHEN w.filled_at IS NULL THEN excluded.clock ELSE w.clock END
  RETURNING id, ordinal, epoch, filled_at IS NOT NULL AS filled`

async function claimAndFill(tx: Queryable, accountId: string): Promise<WorldRow> {
  const [world] = await query<WorldRow & { epoch: Date; filled: boolean }>(CLAIM_SQL, [accountId], tx)
  if (!world) throw new Error(`no world was made for the account ${accountId}`)
  if (!world.filled) {
    await loadFixtures(tx)
    await fillWorld(tx, { ...world, accountId })
    await query("UPDATE world SET filled_at = now() WHERE id = $1", [world.id], tx)
  }
  return world
}

function toSandbox({ id, ordinal }: WorldRow): Sandbox {
  return { id, livemode: false, catalogueId: FIXTURE_WORLD_ID, storeId: sandboxStoreId(ordinal) }
}
