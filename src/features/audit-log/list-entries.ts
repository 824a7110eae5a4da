import { publicId, uuidOf } from "@/domain/public-id"
import type { AuditEntry, ListEntries } from "@/features/audit-log/schema"
import { query } from "@/platform/db"
import { toTimestamp } from "@/trpc/wire"

const SHOWN = 50

interface EntryRow {
  id: string
  action: string
  subject: string
  actor_kind: string
  actor_id: string | null
  actor_email: string | null
  data: Record<string, unknown>
  ip: string | null
  request_id: string | null
  created_at: Date
}

// Ids are UUIDv7: the order of the ids is the order of time.
const ENTRIES = `
  SELECT e.id, e.action, e.subject, e.actor_kind, e.actor_id, a.email AS actor_email, e.data, host(e.ip) AS ip, e.request_id, e.created_at
  FROM audit_entry e LEFT JOIN account a ON a.id = e.actor_id
  WHERE ($1 = '' OR a.email = $1::citext OR e.actor_id = $2) AND ($3 = '' OR e.action = $3 OR e.action LIKE $4)
    AND ($5 = '' OR e.subject = $5 OR e.request_id = $5 OR e.subject = $6::text) AND ($7::uuid IS NULL OR e.id < $7)
  ORDER BY e.id DESC LIMIT ${SHOWN + 1}`

const UUID_OF_ANY = /^[a-z]+_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** What was done, the newest first, 50 at a time. */
export const listEntries = async ({ actor, action, subject, after }: ListEntries): Promise<{ data: AuditEntry[]; next: string | null }> => {
  const noun = `${action.replace(/[\\%_]/g, "\\$&")}.%`
  const bare = UUID_OF_ANY.exec(subject)?.[1] ?? null
  const rows = await query<EntryRow>(ENTRIES, [actor.trim(), uuidOf("account", actor.trim()), action.trim(), noun, subject.trim(), bare, after ?? null])
  const shown = rows.slice(0, SHOWN)
  return {
    data: shown.map(({ actor_kind, actor_id, actor_email, created_at, ...row }) => ({
      ...row,
      actor: { kind: actor_kind, id: actor_id && publicId("account", actor_id), email: actor_email },
      created_at: toTimestamp(created_at),
    })),
    next: rows.length > SHOWN ? (shown.at(-1)?.id ?? null) : null,
  }
}
