import { toProblem } from "@/trpc/init"
import type { Failure } from "@/ui/api"

/** The result of a form that was posted before any script had loaded: its values without secrets, and the error. */
export interface FormResult<Field extends string> {
  values: Record<Field, string>
  failure: Failure | null
}

/** A field's text. An action can be called with something other than a form, which counts as one without fields. */
export function fieldText(form: unknown, name: string): string {
  const value = form instanceof FormData ? form.get(name) : null
  return typeof value === "string" ? value : ""
}

/** The result of a procedure: its data, or the reason for its refusal. */
export async function outcomeOf<Data>(
  call: Promise<Data>,
): Promise<{ data: Data; failure: null } | { data: null; failure: Failure }> {
  try {
    return { data: await call, failure: null }
  } catch (error) {
    const { code, message, details = [], retryAfter = null } = toProblem(error)
    if (code === "internal_error") throw error
    return { data: null, failure: { code, message, details, retryAfter } }
  }
}

/** Why a procedure refused, or null if it succeeded. */
export async function failureFrom(call: Promise<unknown>): Promise<Failure | null> {
  return (await outcomeOf(call)).failure
}
