import fc from "fast-check"
import { expect, test } from "vitest"
import { adjacentPages, offsetOf, pageMeta, PER_PAGE_MAX } from "@/domain/page"

const total = fc.nat({ max: 100_000 })
const perPage = fc.integer({ min: 1, max: PER_PAGE_MAX })

test("following next from the first page visits every row once", () => {
  fc.assert(
    fc.property(fc.nat({ max: 2_000 }), perPage, (rows, per_page) => {
      let seen = 0
      let page: number | null = 1
      while (page !== null) {
        seen += Math.max(0, Math.min(per_page, rows - offsetOf({ page, per_page })))
        page = adjacentPages(pageMeta({ page, per_page }, rows)).next
      }
      expect(seen).toBe(rows)
    }),
  )
})

test("prev stops at the first page, and next at the last", () => {
  fc.assert(
    fc.property(total, perPage, fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }), (rows, per_page, start) => {
      const meta = pageMeta({ page: start, per_page }, rows)
      const { prev, next } = adjacentPages(meta)
      expect(meta.last_page).toBe(Math.max(1, Math.ceil(rows / per_page)))
      if (start === 1) expect(prev).toBeNull()
      else expect(prev).toBeLessThanOrEqual(meta.last_page)
      if (start >= meta.last_page) expect(next).toBeNull()
    }),
  )
})
