import { Problem } from "@/domain/problem"
import type { ReviewDecisionInput } from "@/features/oauth-apps/reviews/schema"
import { recordDecision } from "@/features/oauth-apps/reviews/record-decision"
import type { Actor } from "@/platform/audit"
import { prismaTransaction } from "@/platform/db/transaction"
import type { Prisma } from "@/platform/prisma/client"

/**
 * Approves a version, or requests changes.
 * @throws Problem not_found; invalid_state, when it is the reviewer's own app, when it was decided or withdrawn, or
 * when another version was submitted since.
 */
export async function decide(
  actor: Actor,
  { version, submitted_at, decision, message }: ReviewDecisionInput,
): Promise<void> {
  const { accountId } = actor.caller
  // The time before the transaction started: later changes by the developer count as changes since the approval.
  const decidedAt = new Date()
  await prismaTransaction(async (tx) => {
    // One conditional update, so that only one of two reviewers decides, and only about what they have seen.
    const decided = await tx.oauthAppVersion.updateMany({
      where: {
        id: version,
        status: "in_review",
        submittedAt: new Date(submitted_at),
        app: { deletedAt: null, accountId: { not: accountId } },
      },
      data: { status: decision, decidedAt },
    })
    if (decided.count === 0) throw await decisionProblem(tx, version, accountId)
    await recordDecision(tx, actor, version, decision, message)
  })
}

async function decisionProblem(tx: Prisma.TransactionClient, version: string, reviewerId: string): Promise<Problem> {
  const found = await tx.oauthAppVersion.findFirst({
    where: { id: version, status: { not: "draft" }, app: { deletedAt: null } },
    select: { app: { select: { accountId: true } } },
  })
  if (!found) return new Problem("not_found")
  return new Problem("invalid_state", {
    message:
      found.app.accountId === reviewerId
        ? "You cannot review your own app."
        : "This version has been decided, withdrawn or submitted again in the meantime.",
  })
}
