import { v7 as uuidv7 } from "uuid"
import type { Caller } from "@/domain/caller"
import { type Queryable, query } from "@/platform/db"
import type { Prisma } from "@/platform/prisma/client"

/** Who asked for a change, as the audit keeps it. */
export interface Actor {
  caller: Caller
  address: string | null
  requestId: string
}

/** Who is told about in the audit where nobody is signed in: what happens to an account by a link from a mail, or on the way in. */
export interface AccountActor {
  caller: { kind: "system"; accountId: string }
  address: string | null
  requestId: string
}

/** Writes an audit entry in the transaction of what it tells. Secrets have no place in its data. */
export const audit = async (
  tx: Prisma.TransactionClient | Queryable,
  { caller, address, requestId }: Actor | AccountActor,
  action: string,
  subject: string,
  data: Prisma.InputJsonObject = {},
): Promise<void> => {
  const entry = {
    id: uuidv7(),
    actorId: caller.accountId,
    actorKind: caller.kind,
    action,
    subject,
    data,
    ip: address,
    requestId,
  }
  if ("auditEntry" in tx) await tx.auditEntry.create({ data: entry })
  else {
    await query(
      "INSERT INTO audit_entry (id, actor_id, actor_kind, action, subject, data, ip, request_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
      [entry.id, entry.actorId, entry.actorKind, action, subject, JSON.stringify(data), address, requestId],
      tx,
    )
  }
}
