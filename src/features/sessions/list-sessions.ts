import type { SessionCaller } from "@/domain/caller"
import { prisma } from "@/platform/db/prisma"

interface ActiveSession {
  id: string
  current: boolean
  userAgent: string | null
  ip: string | null
  createdAt: Date
  lastSeenAt: Date
}

/** The account's sessions, most recently used first. */
export async function listSessions({ accountId, sessionId }: SessionCaller): Promise<ActiveSession[]> {
  const sessions = await prisma().session.findMany({
    where: { accountId, revokedAt: null, expiresAt: { gt: new Date() } },
    select: { id: true, userAgent: true, ip: true, createdAt: true, lastSeenAt: true },
    orderBy: { lastSeenAt: "desc" },
  })
  return sessions.map((session) => ({ ...session, current: session.id === sessionId }))
}
