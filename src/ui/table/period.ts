import { parseLocalTime } from "@/domain/time-zone"
import { DAY_MS } from "@/domain/time-units"

/** The first and the last day of a list, as in the URL: 2026-11-21. */
export interface Period {
  from: string | undefined
  until: string | undefined
}

const DAY = /^\d{4}-\d\d-\d\d$/

function startOf(day: string, zone: string): Date | null {
  return DAY.test(day) ? parseLocalTime(zone, `${day}T00:00`) : null
}

/** The period that a URL asks for; what is not a day is ignored. */
export function parsePeriod(parameters: Record<string, string | string[] | undefined>): Period {
  const read = (name: keyof Period): string | undefined => {
    const day = parameters[name]
    return typeof day === "string" && startOf(day, "UTC") ? day : undefined
  }
  return { from: read("from"), until: read("until") }
}

/** When the first day begins, and when the last has ended, where the reader is. */
export function periodTimes({ from, until }: Period, zone: string): { from?: string; before?: string } {
  const next = until && new Date(Date.parse(until) + DAY_MS).toISOString().slice(0, 10)
  const [start, end] = [from && startOf(from, zone), next && startOf(next, zone)]
  return { ...(start && { from: start.toISOString() }), ...(end && { before: end.toISOString() }) }
}
