import { DEFAULT_RATE_LIMITS } from "@/auth/api-key"
import { Problem } from "@/domain/problem"
import { publicId, parsePublicId } from "@/domain/public-id"
import { toAccountSearchResult } from "@/features/staff-accounts/find-accounts"
import type { StaffAccount } from "@/features/staff-accounts/schema"
import { prisma } from "@/platform/db/prisma"
import { toTimestampOrNull } from "@/trpc/wire"

/** @throws Problem not_found */
export async function getAccount(readerId: string, id: string): Promise<StaffAccount> {
  const uuid = parsePublicId("account", id)
  if (!uuid) throw new Problem("not_found")
  const now = new Date()
  const [account, sessions, apps] = await Promise.all([
    prisma().account.findUnique({
      where: { id: uuid, deletedAt: null },
      select: {
        id: true,
        name: true,
        email: true,
        emailVerifiedAt: true,
        roles: true,
        createdAt: true,
        lockedAt: true,
        totp: { select: { confirmedAt: true } },
        _count: { select: { passkeys: true } },
        storeMember: { select: { role: true, store: { select: { slug: true, name: true } } } },
        apiKeys: {
          where: { revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: now } }] },
          select: {
            id: true,
            name: true,
            mode: true,
            lastUsedAt: true,
            rateLimit: true,
            secrets: { select: { lastFour: true }, orderBy: { createdAt: "desc" } },
          },
          orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        },
      },
    }),
    prisma().session.count({ where: { accountId: uuid, revokedAt: null, expiresAt: { gt: now } } }),
    prisma().oauthApp.count({ where: { accountId: uuid, liveAppId: null, deletedAt: null } }),
  ])
  if (!account) throw new Problem("not_found")
  const { storeMember: member } = account
  return {
    ...toAccountSearchResult({
      id: account.id,
      name: account.name,
      email: account.email,
      verified: account.emailVerifiedAt !== null,
      staff: account.roles.includes("staff"),
      created_at: account.createdAt,
      locked_at: account.lockedAt,
    }),
    own: account.id === readerId,
    store: member && { ...member.store, role: member.role },
    second_factor: (account.totp?.confirmedAt ?? null) !== null || account._count.passkeys > 0,
    sessions,
    apps,
    keys: account.apiKeys.map((key) => {
      const mode = key.mode as StaffAccount["keys"][number]["mode"]
      return {
        id: publicId("api_key", key.id),
        name: key.name,
        mode,
        last_four: key.secrets[0]?.lastFour ?? "",
        last_used_at: toTimestampOrNull(key.lastUsedAt),
        rate_limit: key.rateLimit ?? DEFAULT_RATE_LIMITS[mode],
        default_rate_limit: DEFAULT_RATE_LIMITS[mode],
      }
    }),
  }
}
