import { Problem } from "@/domain/problem"
import type { Decide } from "@/features/oauth-apps/reviews/schema"
import { tellDeveloper } from "@/features/oauth-apps/reviews/tell-developer"
import type { Actor } from "@/platform/audit"
import { prismaTransaction } from "@/platform/db/transaction"
import type { Prisma } from "@/platform/prisma/client"

/**
 * Approves a version, or asks for changes.
 * @throws Problem not_found; invalid_state, when it is the reviewer's own app, when it has been decided or withdrawn, or when another
 * one has been submitted since.
 */
export const decide = async (actor: Actor, { version, submitted_at, decision, words }: Decide): Promise<void> => {
  const { accountId } = actor.caller
  // The time before the transaction began: what the developer changes from then on counts as changed since the approval.
  const decidedAt = new Date()
  await prismaTransaction(async (tx) => {
    // One statement decides, so that of two reviewers one does; and only on what the reviewer has seen.
    const decided = await tx.oauthAppVersion.updateMany({
      where: {
        id: version,
        status: "in_review",
        submittedAt: new Date(submitted_at),
        app: { deletedAt: null, accountId: { not: accountId } },
      },
      data: { status: decision, decidedAt },
    })
    if (decided.count === 0) throw await whyNot(tx, version, accountId)
    await tellDeveloper(tx, actor, version, decision, words)
  })
}

const whyNot = async (tx: Prisma.TransactionClient, version: string, reviewerId: string): Promise<Problem> => {
  const found = await tx.oauthAppVersion.findFirst({
    where: { id: version, status: { not: "draft" }, app: { deletedAt: null } },
    select: { app: { select: { accountId: true } } },
  })
  if (!found) return new Problem("not_found")
  return new Problem("invalid_state", {
    message:
      found.app.accountId === reviewerId
        ? "Nobody reviews their own app."
        : "This has been decided, withdrawn or submitted anew in the meantime.",
  })
}
