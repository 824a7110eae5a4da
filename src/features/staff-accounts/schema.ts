import { z } from "zod"
import { ACCOUNT_ROLES, ACCOUNT_STATES } from "@/domain/staff-account-filter"
import { RATE_LIMIT_MAX } from "@/domain/rate-limit"
import { STAFF_MESSAGE_MAX } from "@/domain/staff-message"
import { dateInput, textSchema, timestamp } from "@/trpc/wire"

export const AccountSearchResult = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  verified: z.boolean(),
  staff: z.boolean(),
  created_at: timestamp,
  locked_at: timestamp.nullable(),
})

export type AccountSearchResult = z.output<typeof AccountSearchResult>

export const AccountFilter = z.object({
  /** Part of the email address or name, or an account's id; "" for all. */
  q: textSchema(254)
    .transform((text) => text.trim())
    .default(""),
  state: z.enum(ACCOUNT_STATES).optional(),
  role: z.enum(ACCOUNT_ROLES).optional(),
  created_from: dateInput.optional(),
  created_before: dateInput.optional(),
})

export type AccountFilter = z.output<typeof AccountFilter>

const KeyWithLimit = z.object({
  id: z.string(),
  name: z.string(),
  mode: z.enum(["live", "test"]),
  last_four: z.string(),
  last_used_at: timestamp.nullable(),
  /** Requests per minute. */
  rate_limit: z.int(),
  default_rate_limit: z.int(),
})

export const StaffAccount = AccountSearchResult.extend({
  /** Whether it is the reader's own account, which they cannot lock. */
  own: z.boolean(),
  store: z.object({ slug: z.string(), name: z.string(), role: z.string() }).nullable(),
  /** Whether it signs in with an authenticator app or a passkey. */
  second_factor: z.boolean(),
  sessions: z.int(),
  apps: z.int(),
  /** The active keys. */
  keys: z.array(KeyWithLimit),
})

export type StaffAccount = z.output<typeof StaffAccount>

export const SetKeyLimit = z.object({
  key: z.string(),
  /** Requests per minute; null for the default of its mode. */
  rate_limit: z.int().min(1).max(RATE_LIMIT_MAX).nullable(),
})

export type SetKeyLimit = z.output<typeof SetKeyLimit>

const message = textSchema(STAFF_MESSAGE_MAX)
  .transform((value) => value.trim())
  .pipe(z.string().min(1))

export const LockAccount = z.object({ account: z.string(), message })
export type LockAccount = z.output<typeof LockAccount>
