import { log } from "@/platform/log/log"

const EVERY_MS = 1_000

/**
 * Returns a logger for a warning that clients can cause without limit. The first is written immediately, then at most
 * one line a second, with the count and the details of the latest.
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
