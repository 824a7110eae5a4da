import { z } from "zod"
import { text, timestamp } from "@/trpc/wire"

export const AuditEntry = z.object({
  id: z.uuid(),
  action: z.string(),
  subject: z.string(),
  actor: z.object({ kind: z.string(), id: z.string().nullable(), email: z.string().nullable() }),
  data: z.record(z.string(), z.unknown()),
  ip: z.string().nullable(),
  request_id: z.string().nullable(),
  created_at: timestamp,
})

export type AuditEntry = z.output<typeof AuditEntry>

export const ListEntries = z.object({
  /** The e-mail address or id of whoever acted. */
  actor: text(254).default(""),
  /** An action, such as "api_key.revoked", or the noun before the dot. */
  action: text(100).default(""),
  /** The row or request that it was about. */
  subject: text(200).default(""),
  /** The entry after which the page begins. */
  after: z.uuid().optional(),
})

export type ListEntries = z.output<typeof ListEntries>
