import { z } from "zod"
import type { ProblemDetail } from "@/domain/problem"
import { validationDetails } from "@/trpc/validation-details"

/** An item of a batch after its validation: an invalid one does not make the batch invalid. */
export type Checked<Item> = { item: Item } | { details: ProblemDetail[]; raw: unknown }

/**
 * The schema of an item of a batch, which describes the item, and lets an invalid one pass with what is wrong with it.
 */
export function checkedSchema<Schema extends z.ZodType>(schema: Schema) {
  const checked = z.custom<Checked<z.output<Schema>>>(() => true)
  const lenient = z.pipe(
    schema,
    z.transform((item: z.output<Schema>): Checked<z.output<Schema>> => ({ item })).pipe(checked),
  )
  lenient._zod.run = (payload) => {
    const parsed = schema.safeParse(payload.value)
    const value: Checked<z.output<Schema>> = parsed.success
      ? { item: parsed.data }
      : { raw: payload.value, details: validationDetails(parsed.error) }
    return Object.assign(payload, { value })
  }
  return lenient
}

/** The text that a client sent as this member of an item, valid or not; null if there is none. */
export function readSentText(raw: unknown, member: string): string | null {
  if (typeof raw !== "object" || raw === null || !Object.hasOwn(raw, member)) return null
  const value: unknown = Reflect.get(raw, member)
  return typeof value === "string" ? value : null
}
