import { z } from "zod"
import { textSchema, timestamp } from "@/trpc/wire"

export const AuditEntry = z.object({
  id: z.uuid(),
  action: z.string(),
  subject: z.string(),
  /** What people call the subject, if it is known. */
  subject_name: z.string().nullable(),
  actor: z.object({ kind: z.string(), id: z.string().nullable(), email: z.string().nullable() }),
  data: z.record(z.string(), z.unknown()),
  ip: z.string().nullable(),
  request_id: z.string().nullable(),
  created_at: timestamp,
})

export type AuditEntry = z.output<typeof AuditEntry>

export const ListEntries = z.object({
  /** The email address or id of the actor. */
  actor: textSchema(254).default(""),
  /** An action, such as "api_key.revoked", or the noun before the dot. */
  action: textSchema(100).default(""),
  /** The id of the row or request concerned. */
  subject: textSchema(200).default(""),
  /** The page starts after this entry. */
  after: z.uuid().optional(),
})

export type ListEntries = z.output<typeof ListEntries>
