import { log } from "@/platform/log/log"

const LOG_INTERVAL_MS = 1_000

/**
 * Returns a logger for a warning that clients can cause without limit. The first is written immediately, then at most
 * one line a second, with the count and the details of the latest.
 */
export function createFloodWarning(message: string): (latest?: Record<string, string>) => void {
  let count = 0
  let latest: Record<string, string> = {}
  let timer: NodeJS.Timeout | undefined
  function write(): void {
    timer = undefined
    if (count === 0) return
    log.warn({ count, ...latest }, message)
    count = 0
    timer = setTimeout(write, LOG_INTERVAL_MS).unref()
  }
  return (details = {}) => {
    count++
    latest = details
    if (!timer) write()
  }
}
