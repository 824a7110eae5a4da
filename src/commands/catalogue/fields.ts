import { z } from "zod"
import { isBlank } from "@/domain/blank-text"

// Fields of import files (docs/import.md).

/** The maximum of PostgreSQL's integer. */
const INTEGER_MAX = 2_147_483_647
export const LIST_MAX = 1_000

// PostgreSQL's text type can store neither NUL nor half a surrogate pair.
export function text(max: number, min = 1) {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((value) => !/[\0\ud800-\udfff]/u.test(value), "holds a character that cannot be stored")
}

export function name(max: number) {
  return text(max, 0).refine((value) => !isBlank(value), "must have a character that can be seen")
}

export const names = z.strictObject({ hi: name(500).optional(), mai: name(500).optional() })

export const slug = z
  .string()
  .max(200)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "must be lower-case letters and digits in groups joined by single hyphens")
export const count = z.int().min(0).max(INTEGER_MAX)
export const position = z.int().min(0).max(INTEGER_MAX)
// PostgreSQL supports neither a year 0 nor offsets of 16 hours.
export const timestamp = z.iso
  .datetime({ offset: true })
  .refine((value) => !/^0000|[+-](1[6-9]|2\d):?\d\d$/.test(value), "is not a timestamp that can be stored")

export const pincode = z.string().regex(/^[1-9][0-9]{5}$/, "must be six digits")
