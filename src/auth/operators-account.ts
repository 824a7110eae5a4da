import { v7 as uuidv7 } from "uuid"
import type { Prisma } from "@/platform/prisma/client"

/** Nobody can sign in to this account: it has no password, and its email address has no mailbox. */
export const OPERATORS_EMAIL = "operators@haat.invalid"

/** Returns the account that the operator's keys and clients belong to, and creates it first if need be. */
export async function openOperatorsAccount(tx: Prisma.TransactionClient): Promise<string> {
  await tx.account.createMany({
    data: { id: uuidv7(), email: OPERATORS_EMAIL, name: "Haat" },
    skipDuplicates: true,
  })
  const { id } = await tx.account.findUniqueOrThrow({ where: { email: OPERATORS_EMAIL }, select: { id: true } })
  return id
}
