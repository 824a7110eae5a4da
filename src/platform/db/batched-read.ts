import { query } from "@/platform/db/query"
import { withTimeout } from "@/platform/concurrency/timeout"
import { createBatcher } from "@/platform/concurrency/batcher"

/** Maximum number of keys per statement. */
const MAX_BATCH_SIZE = 100

interface PendingRead<Key, Row> {
  key: Key
  resolve: (row: Row | null) => void
  reject: (error: unknown) => void
}

/**
 * Reads single rows by key; the keys of concurrent requests share one statement (createBatcher). A caller never sees
 * data older than its request.
 * @param text a statement whose $1 is the array of keys, and whose rows have their key's position, from 1, as "ordinal"
 */
export function batchedRead<Key, Row extends object>(
  text: string,
  runQuery: typeof query = query,
): (key: Key) => Promise<Row | null> {
  const enqueue = createBatcher<PendingRead<Key, Row>>(async (batch) => {
    const rows: (Row | undefined)[] = []
    for (const row of await withTimeout(runQuery<Row & { ordinal: number }>(text, [batch.map(({ key }) => key)])))
      rows[row.ordinal - 1] = row
    batch.forEach(({ resolve }, index) => resolve(rows[index] ?? null))
  }, MAX_BATCH_SIZE)
  return (key) => new Promise((resolve, reject) => enqueue({ key, resolve, reject }))
}
