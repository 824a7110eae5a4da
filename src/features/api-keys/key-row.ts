import { DEFAULT_RATE_LIMITS } from "@/auth/api-key"
import { API_VERSION } from "@/domain/api-version"
import type { Caller } from "@/domain/caller"
import { PREFIXES } from "@/domain/credential"
import { publicId } from "@/domain/public-id"
import type { KeyScope } from "@/domain/scope"
import type { ApiKey, ApiKeySummary } from "@/features/api-keys/schema"
import type { Prisma } from "@/platform/prisma/client"
import { toTimestamp, toTimestampOrNull } from "@/trpc/wire"

export const KEY_SELECT = {
  id: true,
  name: true,
  mode: true,
  scopes: true,
  allowedIps: true,
  rateLimit: true,
  apiVersion: true,
  expiresAt: true,
  revokedAt: true,
  lastUsedAt: true,
  createdAt: true,
  secrets: { select: { lastFour: true, expiresAt: true }, orderBy: { createdAt: "desc" } },
} as const satisfies Prisma.ApiKeySelect

/** The mode of the keys that the caller sees and changes. */
export function keyMode({ livemode }: Pick<Caller, "livemode">): ApiKey["mode"] {
  return livemode ? "live" : "test"
}

type KeyRow = Prisma.ApiKeyGetPayload<{ select: typeof KEY_SELECT }>

function statusOf({ revokedAt, expiresAt }: KeyRow): ApiKey["status"] {
  if (revokedAt) return "revoked"
  return expiresAt && expiresAt.getTime() <= Date.now() ? "expired" : "active"
}

/**
 * The highest rate limit that a key's owner may set, in requests per minute: the default of its mode, or the limit that
 * staff raised it to.
 */
export function maxRateLimit(mode: ApiKey["mode"], rateLimit: number | null): number {
  return Math.max(DEFAULT_RATE_LIMITS[mode], rateLimit ?? 0)
}

export function toApiKey(row: KeyRow): ApiKey {
  const mode = row.mode as ApiKey["mode"]
  return {
    id: publicId("api_key", row.id),
    name: row.name,
    mode,
    status: statusOf(row),
    scopes: row.scopes as KeyScope[],
    prefix: PREFIXES[`${mode}_key`],
    last_four: row.secrets.find((secret) => secret.expiresAt === null)?.lastFour ?? "",
    allowed_ips: row.allowedIps,
    rate_limit: row.rateLimit ?? DEFAULT_RATE_LIMITS[mode],
    rate_limit_max: maxRateLimit(mode, row.rateLimit),
    api_version: row.apiVersion ?? API_VERSION,
    expires_at: toTimestampOrNull(row.expiresAt),
    revoked_at: toTimestampOrNull(row.revokedAt),
    last_used_at: toTimestampOrNull(row.lastUsedAt),
    created_at: toTimestamp(row.createdAt),
    old_secrets: row.secrets.flatMap(({ lastFour, expiresAt }) =>
      expiresAt && expiresAt.getTime() > Date.now()
        ? [{ last_four: lastFour, expires_at: toTimestamp(expiresAt) }]
        : [],
    ),
  }
}

/** A key as the API shows it. */
export function toKeySummary(key: ApiKey): ApiKeySummary {
  const { id, name, status, scopes, prefix, last_four, rate_limit, last_used_at, expires_at, created_at } = key
  return { id, name, status, scopes, prefix, last_four, rate_limit, last_used_at, expires_at, created_at }
}
