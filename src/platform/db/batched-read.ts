import { query } from "@/platform/db/query"
import { inTime } from "@/platform/concurrency/in-time"
import { inRounds } from "@/platform/concurrency/rounds"

/** Maximum number of keys per statement. */
const AT_ONCE = 100

interface Asked<Key, Row> {
  key: Key
  resolve: (row: Row | null) => void
  reject: (error: unknown) => void
}

/**
 * Reads single rows by key; the keys of concurrent requests share one statement (inRounds). A caller never sees data
 * older than its request.
 * @param text a statement whose $1 is the array of keys, and whose rows have their key's position, from 1, as "place"
 */
export const batchedRead = <Key, Row extends object>(
  text: string,
  read: typeof query = query,
): ((key: Key) => Promise<Row | null>) => {
  const ask = inRounds<Asked<Key, Row>>(async (asked) => {
    const found: (Row | undefined)[] = []
    for (const row of await inTime(read<Row & { place: number }>(text, [asked.map(({ key }) => key)])))
      found[row.place - 1] = row
    asked.forEach(({ resolve }, index) => resolve(found[index] ?? null))
  }, AT_ONCE)
  return (key) => new Promise((resolve, reject) => ask({ key, resolve, reject }))
}
