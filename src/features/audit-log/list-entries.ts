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
  FROM audit_entry e LEFT JOIN account a ON a.id = e.actor_id`

const UUID_OF_ANY = /^[a-z]+_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** The account of an e-mail address or an id. */
const accountOf = async (actor: string): Promise<string | undefined> => {
  const [account] = await query<{ id: string }>("SELECT id FROM account WHERE email = $1::citext OR id = $2", [
    actor,
    uuidOf("account", actor),
  ])
  return account?.id
}

/** What was done, the newest first, 50 at a time. */
export const listEntries = async ({
  actor,
  action,
  subject,
  after,
}: ListEntries): Promise<{ data: AuditEntry[]; next: string | null }> => {
  const values: unknown[] = []
  const value = (given: unknown): string => `$${values.push(given)}`
  const conditions = ["true"]
  if (actor.trim() !== "") {
    const id = await accountOf(actor.trim())
    if (id === undefined) return { data: [], next: null }
    conditions.push(`e.actor_id = ${value(id)}`)
  }
  if (action.trim() !== "")
    conditions.push(
      `(e.action = ${value(action.trim())} OR e.action LIKE ${value(`${action.trim().replace(/[\\%_]/g, "\\$&")}.%`)})`,
    )
  if (subject.trim() !== "") {
    const given = value(subject.trim())
    conditions.push(
      `(e.subject = ${given} OR e.request_id = ${given} OR e.subject = ${value(UUID_OF_ANY.exec(subject.trim())?.[1] ?? null)}::text)`,
    )
  }
  if (after !== undefined) conditions.push(`e.id < ${value(after)}`)
  const rows = await query<EntryRow>(
    `${ENTRIES} WHERE ${conditions.join(" AND ")} ORDER BY e.id DESC LIMIT ${SHOWN + 1}`,
    values,
  )
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
