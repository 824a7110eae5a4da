import { type CookieDoor, rememberDevice } from "@/auth/known-device"
import type { SessionCaller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { prisma } from "@/platform/db/prisma"
import { prismaTransaction } from "@/platform/db/transaction"

/** Signs out one place, if it is not signed out already. @throws Problem not_found, when the account has never been signed in there. */
export const revokeSession = async ({ accountId }: SessionCaller, id: string): Promise<void> => {
  const { count } = await prisma().session.updateMany({
    where: { id, accountId, revokedAt: null },
    data: { revokedAt: new Date() },
  })
  if (count === 0 && (await prisma().session.count({ where: { id, accountId } })) === 0) throw new Problem("not_found")
}

/** Signs out everywhere but here, and forgets every other device; tells how many places that were. */
export const revokeOtherSessions = async ({
  caller: { accountId, sessionId },
  cookies,
  setCookie,
}: CookieDoor & { caller: SessionCaller }): Promise<number> => {
  const count = await prismaTransaction(async (tx) => {
    await tx.knownDevice.deleteMany({ where: { accountId } })
    const ended = await tx.session.updateMany({
      where: { accountId, id: { not: sessionId }, revokedAt: null },
      data: { revokedAt: new Date() },
    })
    return ended.count
  })
  setCookie(await rememberDevice(accountId, cookies))
  return count
}
