import { v7 as uuidv7 } from "uuid"
import type { Caller } from "@/domain/caller"
import type { Prisma } from "@/platform/prisma/client"

/** Who asked for a change, as the audit keeps it. */
export interface Actor {
  caller: Caller
  address: string | null
  requestId: string
}

/** Writes an audit entry in the transaction of what it tells. Secrets have no place in its data. */
export const audit = async (tx: Prisma.TransactionClient, { caller, address, requestId }: Actor, action: string, subject: string, data: Prisma.InputJsonObject = {}): Promise<void> => {
  await tx.auditEntry.create({ data: { id: uuidv7(), actorId: caller.accountId, actorKind: caller.kind, action, subject, data, ip: address, requestId } })
}
