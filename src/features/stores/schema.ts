import { z } from "zod"
import { EMAIL_MAX } from "@/domain/email-address"
import {
  ASSIGNABLE_ROLES,
  MAILABLE_NAME,
  PINCODE,
  STORE_DESCRIPTION_MAX,
  STORE_NAME_MAX,
  STORE_ROLES,
  STORE_SLUG,
  STORE_SLUG_MAX,
  STORE_STATUSES,
} from "@/domain/store"
import { isBlank } from "@/domain/blank-text"
import { textSchema, timestamp } from "@/trpc/wire"

export const OwnStore = z.object({
  slug: z.string(),
  name: z.string(),
  status: z.enum(STORE_STATUSES),
  role: z.enum(STORE_ROLES),
  handles_orders: z.boolean(),
})

function visibleLine(max: number) {
  return textSchema(max)
    .transform((value) => value.trim())
    .pipe(
      z.string().refine((value) => !isBlank(value), {
        message: "Must contain a visible character",
        params: { code: "required" },
      }),
    )
}

export const OpenStore = z.object({
  name: visibleLine(STORE_NAME_MAX).refine((name) => MAILABLE_NAME.test(name), {
    message: "Must not contain / : @ < or >",
    params: { code: "name_plain" },
  }),
  /** Its name in URLs; derived from the name if empty. */
  slug: z.string().max(STORE_SLUG_MAX).regex(STORE_SLUG).or(z.literal("")).default(""),
  description: textSchema(STORE_DESCRIPTION_MAX).default(""),
  support_email: z.email().max(EMAIL_MAX).or(z.literal("")).default(""),
  city: visibleLine(80),
  district: visibleLine(80),
  state: visibleLine(80),
  pincode: z.string().regex(PINCODE),
})

export type OpenStore = z.output<typeof OpenStore>

export const StoreMembers = z.object({
  /** The reader's role in the store. */
  role: z.enum(STORE_ROLES),
  people: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: z.enum(STORE_ROLES),
      since: timestamp,
      you: z.boolean(),
    }),
  ),
  /** Only the owner sees the invitations. */
  invitations: z.array(z.object({ email: z.string(), role: z.enum(ASSIGNABLE_ROLES), expires_at: timestamp })),
})

export type StoreMembers = z.output<typeof StoreMembers>

export const Invitation = z.object({
  store: z.string(),
  name: z.string(),
  role: z.enum(ASSIGNABLE_ROLES),
  expires_at: timestamp,
})
export type Invitation = z.output<typeof Invitation>

export const Invite = z.object({ email: z.email().max(EMAIL_MAX), role: z.enum(ASSIGNABLE_ROLES) })
export type Invite = z.output<typeof Invite>
