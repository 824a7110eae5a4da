import { v7 as uuidv7 } from "uuid"
import type { Caller } from "@/domain/caller"
import { type Queryable, query } from "@/platform/db/query"
import type { Prisma } from "@/platform/prisma/client"

// SQL: an entry is written in transactions of pg and of Prisma alike.

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

// SQL: an entry is written in transactions of pg and of Prisma alike.
const INSERT_ENTRY =
  "INSERT INTO audit_entry (id, actor_id, actor_kind, action, subject, data, ip, request_id) VALUES ($1::uuid, $2::uuid, $3, $4, $5, $6::jsonb, $7, $8)"

/** Writes an audit entry in the transaction of what it tells. Secrets have no place in its data. */
export const audit = async (
  tx: Queryable,
  { caller, address, requestId }: Actor | AccountActor,
  action: string,
  subject: string,
  data: Prisma.InputJsonObject = {},
): Promise<void> => {
  await query(
    INSERT_ENTRY,
    [uuidv7(), caller.accountId, caller.kind, action, subject, JSON.stringify(data), address, requestId],
    tx,
  )
}
