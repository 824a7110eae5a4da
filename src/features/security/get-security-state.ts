import { providerName } from "@/auth/external-identity/providers"
import type { Caller } from "@/domain/caller"
import { IDENTITY_PROVIDERS } from "@/domain/identity-provider"
import type { SecurityState } from "@/features/security/schema"
import { prisma } from "@/platform/db/prisma"
import { toTimestamp, toTimestampOrNull } from "@/trpc/wire"

/** The security settings of an account. */
export async function getSecurityState({ accountId }: Caller): Promise<SecurityState> {
  const [account, codesLeft] = await Promise.all([
    prisma().account.findUnique({
      where: { id: accountId },
      select: {
        passwordHash: true,
        passwordChangedAt: true,
        identities: { orderBy: { createdAt: "asc" } },
        totp: { select: { confirmedAt: true } },
        passkeys: {
          select: { id: true, name: true, backedUp: true, createdAt: true, lastUsedAt: true },
          orderBy: { createdAt: "asc" },
        },
      },
    }),
    prisma().recoveryCode.count({ where: { accountId, usedAt: null } }),
  ])
  return {
    has_password: typeof account?.passwordHash === "string",
    identities: (account?.identities ?? []).flatMap(({ provider, email, createdAt, lastUsedAt }) => {
      const id = IDENTITY_PROVIDERS.find((each) => each === provider)
      return id
        ? [
            {
              provider: id,
              name: providerName(id),
              email,
              created_at: toTimestamp(createdAt),
              last_used_at: toTimestampOrNull(lastUsedAt),
            },
          ]
        : []
    }),
    password_changed_at: toTimestampOrNull(account?.passwordChangedAt ?? null),
    totp_since: toTimestampOrNull(account?.totp?.confirmedAt ?? null),
    recovery_codes_left: codesLeft,
    passkeys: (account?.passkeys ?? []).map(({ id, name, backedUp, createdAt, lastUsedAt }) => ({
      id,
      name,
      backed_up: backedUp,
      created_at: toTimestamp(createdAt),
      last_used_at: toTimestampOrNull(lastUsedAt),
    })),
  }
}
