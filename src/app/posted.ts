import { problemOf } from "@/trpc/procedures"
import type { Failure } from "@/ui/api"

/** What came of a form that was posted before any script took it over: what its fields held, secrets left out, and why it failed. */
export interface Posted<Field extends string> {
  values: Record<Field, string>
  failure: Failure | null
}

/** A field's text. Whoever calls an action by hand may send something else than a form: it has no fields. */
export const textOf = (form: unknown, name: string): string => {
  const value = form instanceof FormData ? form.get(name) : null
  return typeof value === "string" ? value : ""
}

/** Why a procedure refused, or null if it did not. */
export const refusalOf = async (asked: Promise<unknown>): Promise<Failure | null> => {
  try {
    await asked
    return null
  } catch (error) {
    const { code, message, details = [], retryAfter = null } = problemOf(error)
    if (code === "internal_error") throw error
    return { code, message, details, retryAfter }
  }
}
