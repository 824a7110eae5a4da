import { HOUR_MS } from "@/domain/time-units"

/** The time zone assumed until the browser reports its own, and its abbreviation. */
export const DEFAULT_TIME_ZONE = "Asia/Kolkata"
export const DEFAULT_TIME_NAME = "IST"

/** The time zone in which times are shown: the viewer's own, or India's until the browser has reported it. */
export interface ViewerTimeZone {
  zone: string
  detected: boolean
}

/** Whether a name is an IANA time zone, such as "Asia/Kathmandu". */
export function isTimeZone(name: string): boolean {
  try {
    formatFor(name)
    return name.length <= 64
  } catch {
    return false
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()
const CACHED_FORMATS_MAX = 600

function formatFor(zone: string): Intl.DateTimeFormat {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    })
  if (formats.size < CACHED_FORMATS_MAX) formats.set(zone, format)
  return format
}

/** Returns a zone's local time as milliseconds, read as if it were UTC. */
function toWallClock(instant: number, zone: string): number {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of formatFor(zone).formatToParts(instant)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** Returns the moment of a local time in a zone; if the clocks skip it, the end of the gap. */
function toInstant(wallClock: number, zone: string): number {
  let instant = wallClock
  for (let i = 0; i < 3; i++) {
    const difference = wallClock - toWallClock(instant, zone)
    if (difference === 0) break
    instant += difference
  }
  return instant
}

const LOCAL_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/** Parses a local date and time, as a form sends it, in a zone; null if it is invalid. */
export function parseLocalTime(zone: string, local: string): Date | null {
  const wallClock = LOCAL_TIME.test(local) ? Date.parse(`${local}Z`) : NaN
  return Number.isNaN(wallClock) ? null : new Date(toInstant(wallClock, zone))
}

/** Formats a moment as local time for a form field, to the minute. */
export function toLocalTime(zone: string, instant: Date): string {
  return new Date(toWallClock(instant.getTime(), zone)).toISOString().slice(0, 16)
}

/**
 * Returns the start times of the last `count` steps of `hours` hours, the current one included, and the end of the
 * last. Steps start where the zone's clocks show a multiple of their length; a day of a clock change is longer or
 * shorter.
 */
export function timeBuckets(now: Date, zone: string, hours: 1 | 6 | 24, count: number): Date[] {
  const length = hours * HOUR_MS
  const wallClock = toWallClock(now.getTime(), zone)
  const current = wallClock - (wallClock % length)
  // An hour that clocks repeat is two steps.
  if (hours === 1) {
    const start = now.getTime() - (wallClock - current) - (now.getTime() % 1000)
    return Array.from({ length: count + 1 }, (_, i) => new Date(start + (i - count + 1) * length))
  }
  return Array.from({ length: count + 1 }, (_, i) => new Date(toInstant(current + (i - count + 1) * length, zone)))
}

/** The first whole hour in UTC from a time on. */
export function toWholeHour(at: Date): Date {
  return new Date(Math.ceil(at.getTime() / HOUR_MS) * HOUR_MS)
}
