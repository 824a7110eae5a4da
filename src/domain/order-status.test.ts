import fc from "fast-check"
import { expect, test } from "vitest"
import {
  canTransition,
  ORDER_STATUSES,
  type OrderStatus,
  showsDeliveryAddress,
  statusesBefore,
  combinedStatus,
  partlyReached,
} from "@/domain/order-status"

const status = fc.constantFrom(...ORDER_STATUSES)

test("only confirmed and packed orders can be shipped", () => {
  expect(statusesBefore("shipped")).toEqual(["confirmed", "packed"])
})

test("an order says how many of its parcels are further than the others", () => {
  expect(partlyReached(["delivered", "pending"])).toEqual({ status: "delivered", reached: 1, all: 2 })
  expect(partlyReached(["delivered", "shipped", "shipped"])).toEqual({ status: "delivered", reached: 1, all: 3 })
  expect(partlyReached(["shipped", "packed", "cancelled"])).toEqual({ status: "shipped", reached: 1, all: 2 })
  for (const same of [["shipped"], ["delivered", "cancelled"], ["pending", "packed"], ["cancelled"]] as const)
    expect(partlyReached(same), same.join()).toBeUndefined()
})

test("no status repeats, and each order ends delivered or cancelled", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 5 }), { minLength: 10, maxLength: 10 }), (choices) => {
      const walk: OrderStatus[] = ["pending"]
      for (const choice of choices) {
        const here = walk.at(-1) as OrderStatus
        const next = ORDER_STATUSES.filter((to) => canTransition(here, to))
        if (next.length === 0) break
        walk.push(next[choice % next.length] as OrderStatus)
      }
      expect(new Set(walk).size).toBe(walk.length)
      expect(["delivered", "cancelled"]).toContain(walk.at(-1))
      // A shipped order cannot be cancelled.
      if (walk.includes("shipped")) expect(walk.at(-1)).toBe("delivered")
    }),
  )
})

test("the combined status is the least advanced one that is not cancelled, regardless of order", () => {
  fc.assert(
    fc.property(fc.array(status, { minLength: 1 }), (parts) => {
      const shown = combinedStatus(parts)
      expect(combinedStatus(parts.toReversed())).toBe(shown)
      if (parts.every((part) => part === "cancelled")) expect(shown).toBe("cancelled")
      else
        for (const part of parts)
          if (part !== "cancelled")
            expect(ORDER_STATUSES.indexOf(shown)).toBeLessThanOrEqual(ORDER_STATUSES.indexOf(part))
    }),
  )
})

test("the delivery address is shown until the order is delivered or cancelled", () => {
  expect(ORDER_STATUSES.filter(showsDeliveryAddress)).toEqual(["pending", "confirmed", "packed", "shipped"])
})
