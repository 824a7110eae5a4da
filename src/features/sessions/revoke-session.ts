import type { SessionCaller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { prisma } from "@/platform/db"

/** Signs out one place. @throws Problem not_found, when the account is not signed in there. */
export const revokeSession = async ({ accountId }: SessionCaller, id: string): Promise<void> => {
  const { count } = await prisma().session.updateMany({
    where: { id, accountId, revokedAt: null },
    data: { revokedAt: new Date() },
  })
  if (count === 0) throw new Problem("not_found")
}

/** Signs out everywhere but here; tells how many places that were. */
export const revokeOtherSessions = async ({ accountId, sessionId }: SessionCaller): Promise<number> => {
  const { count } = await prisma().session.updateMany({
    where: { accountId, id: { not: sessionId }, revokedAt: null },
    data: { revokedAt: new Date() },
  })
  return count
}
