import { LRUCache } from "lru-cache"
import { onInvalidation, publishInvalidation } from "@/auth/credential-invalidation"
import { recordAcceptedCredential } from "@/auth/refused-credentials"
import { HANDLED_STORE_ID_SQL } from "@/auth/store-access"
import type { ApiKeyCaller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { type Scope, TEST_KEY_SCOPES } from "@/domain/scope"
import { isAllowedFrom } from "@/http/client-ip"
import { batchedRead } from "@/platform/db/batched-read"
import { authQuery } from "@/platform/db/query"
import { prismaTransaction } from "@/platform/db/transaction"
import { processSingleton } from "@/platform/process-singleton"
import { hashCredential } from "@/platform/secrets"

/** Requests per minute unless the key's owner or staff has set another limit. */
export const DEFAULT_RATE_LIMITS = { live: 300, test: 100 } as const

/** Cache lifetime of a look-up. Together with the look-up's duration, a revocation takes effect within one second. */
const CACHE_TTL_MS = 900
const CACHE_MAX_ENTRIES = 10_000

interface KeyRow {
  key_id: string
  account_id: string
  mode: "live" | "test"
  scopes: Scope[]
  allowed_ips: string[]
  rate_limit: number | null
  key_expires_at: Date | null
  revoked_at: Date | null
  secret_expires_at: Date | null
  locked_at: Date | null
  store_id: number | null
  api_version: string | null
}

interface ApiKeyRecord {
  caller: ApiKeyCaller
  expiresAt: number
  secretExpiresAt: number
  revoked: boolean
}

const readKey = batchedRead<Buffer, KeyRow>(
  `
  SELECT ordinal::int, k.id AS key_id, k.account_id, k.mode, k.scopes, k.allowed_ips, k.rate_limit, k.api_version, k.expires_at AS key_expires_at, k.revoked_at,
         s.expires_at AS secret_expires_at, a.locked_at, (${HANDLED_STORE_ID_SQL}) AS store_id
  FROM unnest($1::bytea[]) WITH ORDINALITY AS requested (hash, ordinal) JOIN api_key_secret s ON s.hash = requested.hash
    JOIN api_key k ON k.id = s.key_id JOIN account a ON a.id = k.account_id`,
  authQuery,
)

async function loadKey(hash: Buffer): Promise<ApiKeyRecord | null> {
  const row = await readKey(hash)
  if (!row) return null
  const revoked = row.revoked_at !== null || row.locked_at !== null
  if (!revoked) recordAcceptedCredential(hash)
  return {
    caller: {
      kind: "api_key",
      keyId: row.key_id,
      apiVersion: row.api_version,
      accountId: row.account_id,
      scopes: new Set<Scope>(row.mode === "test" ? [...row.scopes, ...TEST_KEY_SCOPES] : row.scopes),
      livemode: row.mode === "live",
      storeId: row.mode === "live" ? row.store_id : null,
      rateLimit: row.rate_limit ?? DEFAULT_RATE_LIMITS[row.mode],
      allowedIps: row.allowed_ips,
    },
    expiresAt: row.key_expires_at?.getTime() ?? Infinity,
    secretExpiresAt: row.secret_expires_at?.getTime() ?? Infinity,
    revoked,
  }
}

interface CachedKey {
  /** From performance.now(): if the clock were set back, a revoked key would stay cached. */
  cachedAt: number
  record: Promise<ApiKeyRecord | null>
}

function keyCache(): LRUCache<string, CachedKey> {
  return processSingleton("api-keys", () => {
    const cache = new LRUCache<string, CachedKey>({ max: CACHE_MAX_ENTRIES })
    onInvalidation(() => cache.clear())
    return cache
  })
}

function readCached(credential: string): Promise<ApiKeyRecord | null> {
  const hash = hashCredential(credential)
  const id = hash.toString("base64")
  const entry = keyCache().get(id)
  const now = performance.now()
  if (entry && now - entry.cachedAt < CACHE_TTL_MS) return entry.record
  const record = loadKey(hash)
  keyCache().set(id, { cachedAt: now, record })
  record.catch(() => keyCache().delete(id))
  return record
}

/**
 * Finds an API key, with the reason if it is refused; null if it is unknown.
 * @param ip the IP address that it is used from
 */
export async function findApiKey(
  credential: string,
  ip: string | null,
): Promise<{ caller: ApiKeyCaller; problem: Problem | null } | null> {
  const record = await readCached(credential)
  return record && { caller: record.caller, problem: keyProblem(record, ip) }
}

function keyProblem(record: ApiKeyRecord, ip: string | null): Problem | null {
  const now = Date.now()
  if (record.revoked || record.secretExpiresAt <= now) return new Problem("token_revoked")
  if (record.expiresAt <= now) return new Problem("token_expired")
  if (!isAllowedFrom(record.caller.allowedIps, ip)) return new Problem("ip_not_allowed")
  return null
}

/**
 * Runs a transaction that changes keys, their accounts or their permissions. After the commit the cached credentials
 * are dropped: in every process with Redis, otherwise in this one. A rollback drops nothing.
 */
export async function credentialTransaction<T>(work: Parameters<typeof prismaTransaction<T>>[0]): Promise<T> {
  const result = await prismaTransaction(work)
  keyCache().clear()
  publishInvalidation()
  return result
}
