import { expect, test } from "vitest"
import { usagePeriod } from "@/features/usage/usage-period"

function period(now: string): Record<"from" | "until" | "before" | "ends", string | undefined> {
  const { edges, previous, previousEnds } = usagePeriod({ range: "30d", zone: "America/New_York" }, new Date(now))
  const at = (date: Date | undefined): string | undefined => date?.toISOString()
  return { from: at(edges[0]), until: at(edges.at(-1)), before: at(previous?.[0]), ends: at(previousEnds) }
}

test("the period before ends as long after its start as now is after the period's, also where a clock changes", () => {
  expect(period("2026-11-28T04:30:00Z")).toEqual({
    ...{ from: "2026-10-29T04:00:00.000Z", until: "2026-11-28T05:00:00.000Z" },
    // The period is 30 days and an hour long, the one before an hour less: it ends where the period begins.
    ...{ before: "2026-09-29T04:00:00.000Z", ends: "2026-10-29T04:00:00.000Z" },
  })
  expect(period("2026-11-28T03:30:00Z").ends).toBe("2026-10-29T04:00:00.000Z")
  expect(period("2026-11-28T02:30:00Z").ends).toBe("2026-10-29T03:00:00.000Z")
})
