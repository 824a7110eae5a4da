import { type CookieAccess, rememberDevice } from "@/auth/known-device"
import type { SessionCaller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { prisma } from "@/platform/db/prisma"
import { prismaTransaction } from "@/platform/db/transaction"

/**
 * Ends one session, unless it has ended already. @throws Problem not_found, when the account never had this session.
 */
export async function revokeSession({ accountId }: SessionCaller, id: string): Promise<void> {
  const { count } = await prisma().session.updateMany({
    where: { id, accountId, revokedAt: null },
    data: { revokedAt: new Date() },
  })
  if (count === 0 && (await prisma().session.count({ where: { id, accountId } })) === 0) throw new Problem("not_found")
}

/** Ends all other sessions and forgets all other devices. @returns the number of sessions that ended */
export async function revokeOtherSessions({
  caller: { accountId, sessionId },
  cookies,
  setCookie,
}: CookieAccess & { caller: SessionCaller }): Promise<number> {
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
