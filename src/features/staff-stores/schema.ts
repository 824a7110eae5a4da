import { z } from "zod"
import { STAFF_MESSAGE_MAX } from "@/domain/staff-message"
import { STAFF_STORE_SORTS } from "@/domain/staff-store-sort"
import { STORE_STATUSES } from "@/domain/store"
import { textSchema, timestamp } from "@/trpc/wire"

export const StoreFilter = z.object({
  status: z.enum(STORE_STATUSES).optional(),
  q: textSchema(100)
    .transform((text) => text.trim())
    .default(""),
  sort: z.enum(STAFF_STORE_SORTS).optional(),
})

export type StoreFilter = z.output<typeof StoreFilter>

/** How many stores of an export are read at once. */
export const EXPORT_BATCH_SIZE = 500

export const StaffStore = z.object({
  slug: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  status: z.enum(STORE_STATUSES),
  is_official: z.boolean(),
  city: z.string(),
  district: z.string(),
  state: z.string(),
  pincode: z.string(),
  support_email: z.string().nullable(),
  created_at: timestamp,
  approved_at: timestamp.nullable(),
  owner: z.object({ id: z.string(), name: z.string(), email: z.string() }).nullable(),
  people: z.int(),
  products: z.int(),
  /** Whether the staff member belongs to it: they cannot decide on their own store. */
  own: z.boolean(),
})

export type StaffStore = z.output<typeof StaffStore>

const STORE_DECISIONS = ["approve", "decline", "suspend", "reinstate"] as const
export type StoreDecision = (typeof STORE_DECISIONS)[number]

export const DecideStore = z.object({
  store: z.string(),
  decision: z.enum(STORE_DECISIONS),
  message: textSchema(STAFF_MESSAGE_MAX)
    .transform((value) => value.trim())
    .pipe(z.string().min(1)),
})

export type DecideStore = z.output<typeof DecideStore>
