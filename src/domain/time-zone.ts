/** Where readers are taken to be until their browser tells, and how its time is called. */
export const DEFAULT_TIME_ZONE = "Asia/Kolkata"
export const DEFAULT_TIME_NAME = "IST"

/** The clock that a reader is told moments by: that of their own time zone, or India's until their browser has told theirs. */
export interface Clock {
  zone: string
  told: boolean
}

/** Whether a name is that of a time zone (IANA), such as "Asia/Kathmandu". */
export const isTimeZone = (name: string): boolean => {
  try {
    return name.length <= 64 && new Intl.DateTimeFormat("en", { timeZone: name }) !== null
  } catch {
    return false
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()
const KEPT_MAX = 600

const formatIn = (zone: string): Intl.DateTimeFormat => {
  const made =
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
  if (formats.size < KEPT_MAX) formats.set(zone, made)
  return made
}

/** What the clocks of a zone show at a moment, as milliseconds of a day in UTC that shows the same. */
const wallClock = (at: number, zone: string): number => {
  const parts: Partial<Record<Intl.DateTimeFormatPartTypes, number>> = {}
  for (const { type, value } of formatIn(zone).formatToParts(at)) parts[type] = Number(value)
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** The moment at which the clocks of a zone show that; where they skip it, the moment of the skip's end. */
const momentOf = (clock: number, zone: string): number => {
  let at = clock
  for (let i = 0; i < 3; i++) at += clock - wallClock(at, zone)
  return at
}

const LOCAL = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/

/** The moment that a date and time without a zone, such as a form sends, means in a zone; null for what is none. */
export const momentIn = (zone: string, local: string): Date | null => {
  const clock = LOCAL.test(local) ? Date.parse(`${local}Z`) : NaN
  return Number.isNaN(clock) ? null : new Date(momentOf(clock, zone))
}

/** The same the other way: what a form's field shows of a moment, to the minute. */
export const localIn = (zone: string, at: Date): string =>
  new Date(wallClock(at.getTime(), zone)).toISOString().slice(0, 16)

const HOUR_MS = 3_600_000

/**
 * The moments at which a number of steps of so many hours begin, the last of them under way, and the one at which it ends. Steps
 * start where clocks of the zone show a multiple of their length; a day in which clocks change is longer or shorter.
 */
export const stepsUntil = (now: Date, zone: string, hours: 1 | 6 | 24, count: number): Date[] => {
  const length = hours * HOUR_MS
  const clock = wallClock(now.getTime(), zone)
  const current = clock - (clock % length)
  // An hour that clocks show twice is two steps.
  if (hours === 1) {
    const start = now.getTime() - (clock - current) - (now.getTime() % 1000)
    return Array.from({ length: count + 1 }, (_, i) => new Date(start + (i - count + 1) * length))
  }
  return Array.from({ length: count + 1 }, (_, i) => new Date(momentOf(current + (i - count + 1) * length, zone)))
}
