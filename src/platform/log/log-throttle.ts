import { log, toldError } from "@/platform/log/log"
import { once } from "@/platform/once"

/** Interval between log lines of the same kind of outage, per process. */
export const OUTAGE_LOG_SECONDS = 60

type Fields = Record<string, unknown>
type Level = "info" | "warn" | "error"

interface Window {
  level: Level
  message: string
  repeated: number
  last: Fields
}

const windows = () => once("log-throttle", () => new Map<string, Window>())

/**
 * Logs the first line of a kind immediately and in full. Repetitions within the interval are counted and logged in one
 * line at its end, with the fields of the latest and no stack. After a quiet interval the next is logged immediately
 * again.
 * @param kind identifies repetitions. Kinds are never forgotten, so it must not contain anything from a client
 */
export function logThrottled(
  kind: string,
  intervalSeconds: number,
  fields: Fields,
  message: string,
  level: Level = "warn",
): void {
  const open = windows().get(kind)
  if (open) {
    open.repeated++
    open.last = fields
    return
  }
  log[level](fields, message)
  const window: Window = { level, message, repeated: 0, last: fields }
  windows().set(kind, window)
  const timer = setInterval(() => {
    if (window.repeated === 0) {
      clearInterval(timer)
      windows().delete(kind)
      return
    }
    writeSummary(window, intervalSeconds)
    window.repeated = 0
  }, intervalSeconds * 1000).unref()
}

function writeSummary({ level, message, repeated, last }: Window, seconds: number): void {
  log[level](
    { ...last, ...(last.err !== undefined && { err: toldError(last.err, { stack: false }) }), repeated, seconds },
    message,
  )
}
