import { log, loggableError } from "@/platform/log/log"
import { processSingleton } from "@/platform/process-singleton"

/** Interval between log lines of the same kind of outage, per process. */
export const OUTAGE_LOG_SECONDS = 60

type Fields = Record<string, unknown>
type Level = "info" | "warn" | "error"

interface Window {
  level: Level
  message: string
  repeated: number
  lastFields: Fields
}

function windows() {
  return processSingleton("log-throttle", () => new Map<string, Window>())
}

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
    open.lastFields = fields
    return
  }
  log[level](fields, message)
  const window: Window = { level, message, repeated: 0, lastFields: fields }
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

function writeSummary({ level, message, repeated, lastFields: last }: Window, seconds: number): void {
  log[level](
    { ...last, ...(last.err !== undefined && { err: loggableError(last.err, { stack: false }) }), repeated, seconds },
    message,
  )
}
