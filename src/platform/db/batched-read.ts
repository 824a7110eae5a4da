import { query } from "@/platform/db/query"
import { inTime } from "@/platform/concurrency/in-time"
import { inRounds } from "@/platform/concurrency/rounds"

/** Keys that one statement may be asked for. */
const AT_ONCE = 100

interface Asked<Key, Row> {
  key: Key
  resolve: (row: Row | null) => void
  reject: (error: unknown) => void
}

/**
 * Reads single rows by their key, many requests' keys with one statement (inRounds); whoever asks gets what was there after he asked.
 * @param text a statement whose $1 is the keys, as an array, and whose rows say by "place" which of them they belong to, from 1.
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
