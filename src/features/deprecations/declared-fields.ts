import type { DeclaredDeprecation } from "@/domain/deprecation"
import type { Deprecation } from "@/features/deprecations/schema"
import { absoluteUrl, toTimestamp } from "@/trpc/wire"

type Declared = Omit<Deprecation, "calls" | "last_called_at" | "callers">

/** What a declaration says about a deprecation. */
export function declaredFields(declaration: DeclaredDeprecation): Declared {
  const { id, operation, operationId, kind, name, since, sunset, replacement, guide } = declaration
  return {
    ...{ id, operation, operation_id: operationId, kind, name },
    ...{ deprecated_on: since, sunset_on: sunset, replacement, guide_url: absoluteUrl(guide) },
  }
}

/** Sums calls, and finds the last one. */
export function total(rows: readonly { calls: string | number; last_called_at: Date }[]): {
  calls: number
  last_called_at: string | null
} {
  const last = rows.reduce((latest, row) => Math.max(latest, row.last_called_at.getTime()), 0)
  return {
    calls: rows.reduce((sum, { calls }) => sum + Number(calls), 0),
    last_called_at: last === 0 ? null : toTimestamp(new Date(last)),
  }
}
