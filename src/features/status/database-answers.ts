import { setTimeout } from "node:timers/promises"
import { pool } from "@/platform/db"
import { log } from "@/platform/log"
import { once } from "@/platform/once"

const PATIENCE_MS = 2_000
const KEPT_MS = 500

/** Whether PostgreSQL answers within two seconds. Asked often, it looks at most twice a second. */
export const databaseAnswers = (): Promise<boolean> => {
  const kept = once("database-answers", () => ({ at: -Infinity, answer: Promise.resolve(false) }))
  if (performance.now() - kept.at > KEPT_MS) {
    kept.at = performance.now()
    kept.answer = ask()
  }
  return kept.answer
}

const ask = async (): Promise<boolean> => {
  const patience = new AbortController()
  const answer = pool()
    .query("SELECT 1")
    .then(
      () => true,
      (error: unknown) => {
        log.warn({ err: error }, "the database does not answer")
        return false
      },
    )
  try {
    return await Promise.race([answer, setTimeout(PATIENCE_MS, false, { signal: patience.signal, ref: false })])
  } finally {
    patience.abort()
  }
}
