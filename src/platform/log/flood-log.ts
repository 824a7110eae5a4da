import { log } from "@/platform/log/log"

const EVERY_MS = 1_000

/**
 * A warning about something that strangers can cause without end: the first is written immediately, and then one line a second at most, which says how
 * many there were, and what was known of the latest.
 */
export function floodWarning(message: string): (latest?: Record<string, string>) => void {
  let count = 0
  let latest: Record<string, string> = {}
  let timer: NodeJS.Timeout | undefined
  function write(): void {
    timer = undefined
    if (count === 0) return
    log.warn({ count, ...latest }, message)
    count = 0
    timer = setTimeout(write, EVERY_MS).unref()
  }
  return (known = {}) => {
    count++
    latest = known
    if (!timer) write()
  }
}
