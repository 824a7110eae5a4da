import { v7 as uuidv7 } from "uuid"
import type { AuditAction } from "@/domain/audit-action"
import type { Caller } from "@/domain/caller"
import { type Queryable, query } from "@/platform/db/query"
import type { Prisma } from "@/platform/prisma/client"

// SQL: entries are written in transactions of both pg and Prisma.

/** Where a change came from, as recorded in the audit log. */
export interface RequestOrigin {
  ip: string | null
  requestId: string
}

/** The actor of a change, as recorded in the audit log. */
export interface Actor extends RequestOrigin {
  caller: Caller
}

/** The actor of a change without a session, such as following a link from an email, or signing up. */
interface AccountActor extends RequestOrigin {
  caller: { kind: "system"; accountId: string }
}

const INSERT_ENTRY =
  "INSERT INTO audit_entry (id, actor_id, actor_kind, action, subject, data, ip, request_id) VALUES ($1::uuid, $2::uuid, $3, $4, $5, $6::jsonb, $7, $8)"

// A client without a person is recorded as one with: its account is that of the developer.
function actorKind({ kind }: Actor["caller"] | AccountActor["caller"]): string {
  return kind === "client" ? "oauth" : kind
}

/** Writes an audit entry in the transaction of the change. Its data must not contain secrets. */
export async function audit(
  tx: Queryable,
  { caller, ip, requestId }: Actor | AccountActor,
  action: AuditAction,
  subject: string,
  data: Prisma.InputJsonObject = {},
): Promise<void> {
  await query(
    INSERT_ENTRY,
    [uuidv7(), caller.accountId, actorKind(caller), action, subject, JSON.stringify(data), ip, requestId],
    tx,
  )
}

const INSERT_ENTRIES = `
  INSERT INTO audit_entry (id, actor_id, actor_kind, action, subject, data, ip, request_id)
  SELECT (e->>'id')::uuid, $2::uuid, $3, $4, e->>'subject', e->'data', $5, $6 FROM jsonb_array_elements($1::jsonb) AS e`

/** Writes an audit entry for each of many changes of one kind. */
export async function auditAll(
  tx: Queryable,
  { caller, ip, requestId }: Actor,
  action: AuditAction,
  changes: readonly (readonly [subject: string, data: Prisma.InputJsonObject])[],
): Promise<void> {
  if (changes.length === 0) return
  const entries = changes.map(([subject, data]) => ({ id: uuidv7(), subject, data }))
  await query(INSERT_ENTRIES, [JSON.stringify(entries), caller.accountId, actorKind(caller), action, ip, requestId], tx)
}
