import { setImmediate as restOfTurn } from "node:timers/promises"
import { query } from "@/platform/db"
import { inTime, OutOfTime } from "@/platform/in-time"

/** Keys that one statement may be asked for. */
const AT_ONCE = 100

interface Asked<Key, Row> {
  key: Key
  resolve: (row: Row | null) => void
  reject: (error: unknown) => void
}

/**
 * Reads single rows by their key. Keys that are asked for in one turn of the event loop, or while a statement is under way, share the
 * next one, so that a busy process makes one statement for many requests; whoever asks gets what was there after he asked,
 * or OutOfTime where the database does not answer.
 * @param text a statement whose $1 is the keys, as an array, and whose rows say by "place" which of them they belong to, from 1.
 */
export const batchedRead = <Key, Row extends object>(text: string, read: typeof query = query): ((key: Key) => Promise<Row | null>) => {
  const waiting: Asked<Key, Row>[] = []
  let reading = false

  const readWaiting = async (): Promise<void> => {
    reading = true
    while (waiting.length > 0) {
      await restOfTurn()
      const asked = waiting.splice(0, AT_ONCE)
      try {
        const found: (Row | undefined)[] = []
        for (const row of await inTime(read<Row & { place: number }>(text, [asked.map(({ key }) => key)]))) found[row.place - 1] = row
        asked.forEach(({ resolve }, index) => resolve(found[index] ?? null))
      } catch (error) {
        // Those behind have waited for it as well.
        const failed = error instanceof OutOfTime ? [...asked, ...waiting.splice(0)] : asked
        for (const { reject } of failed) reject(error)
      }
    }
    reading = false
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!reading) void readWaiting()
    })
}
