import type { ClientBase } from "pg"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/domain/time-units"
import { hashCredential, mintCredential } from "@/platform/secrets"
import { copyInto, type Value } from "./copy"
import { uuidAt } from "./ids"
import type { DemoApp, GrantRecord } from "./oauth-grants"
import type { Random } from "./random"

const REFRESH_TOKEN_MS = 30 * DAY_MS

/**
 * Writes consents with the tokens that the apps obtained last. A removed consent has an entry in the audit log, and the
 * app's refused refresh one in its log.
 */
export async function writeGrants(
  client: ClientBase,
  grants: readonly GrantRecord[],
  appIds: Readonly<Record<DemoApp, string>>,
  now: Date,
  random: Random,
): Promise<void> {
  await copyInto(
    client,
    "oauth_grant",
    ["id", "account_id", "app_id", "scopes", "shown_scopes", "created_at", "last_used_at", "revoked_at"],
    grants.map((g) => [
      g.id,
      g.accountId,
      appIds[g.app],
      g.scopes,
      g.shownScopes,
      g.createdAt,
      g.lastUsedAt,
      g.revokedAt,
    ]),
  )
  const [accessTokens, refreshTokens] = [[] as Value[][], [] as Value[][]]
  for (const grant of grants) {
    const { id, scopes, createdAt, revokedAt } = grant
    const issuedAt = lastIssueOf(grant, random)
    const authorizationId = uuidAt(createdAt, random)
    const values = (kind: "access_token" | "refresh_token", ms: number): Value[] => [
      hashCredential(mintCredential(kind)),
      id,
      authorizationId,
      scopes,
      issuedAt,
      later(issuedAt, ms),
      revokedAt,
    ]
    // The worker deletes tokens a while after their end.
    if (later(issuedAt, HOUR_MS + DAY_MS) > now) accessTokens.push(values("access_token", HOUR_MS))
    if (later(issuedAt, REFRESH_TOKEN_MS + 30 * DAY_MS) > now)
      refreshTokens.push([...values("refresh_token", REFRESH_TOKEN_MS), later(createdAt, -MINUTE_MS)])
  }
  const columns = ["hash", "grant_id", "authorization_id", "scopes", "created_at", "expires_at", "revoked_at"]
  await copyInto(client, "oauth_access_token", columns, accessTokens)
  await copyInto(client, "oauth_refresh_token", [...columns, "auth_time"], refreshTokens)
  await writeRemovals(client, grants, appIds, now, random)
}

/** When the app obtained its last tokens: within an hour before its last request, if it makes any. */
function lastIssueOf({ createdAt, revokedAt, lastUsedAt }: GrantRecord, random: Random): Date {
  const first = later(createdAt, 2_000)
  const last = [lastUsedAt, revokedAt].reduce((a, b) => (a && b ? (a < b ? a : b) : a), lastUsedAt)
  if (last === null) return first
  const issued = later(last, -random.int(2_000, HOUR_MS - MINUTE_MS))
  return issued > first ? issued : first
}

async function writeRemovals(
  client: ClientBase,
  grants: readonly GrantRecord[],
  appIds: Readonly<Record<DemoApp, string>>,
  now: Date,
  random: Random,
): Promise<void> {
  const removed = grants.flatMap((grant) => (grant.revokedAt ? [{ ...grant, revokedAt: grant.revokedAt }] : []))
  await copyInto(
    client,
    "audit_entry",
    ["id", "actor_id", "actor_kind", "action", "subject", "data", "ip", "request_id", "created_at"],
    removed.map(({ id, accountId, app, revokedAt }) => [
      uuidAt(revokedAt, random),
      accountId,
      "session",
      "oauth_grant.removed",
      appIds[app],
      JSON.stringify({ grant: id }),
      `198.51.100.${random.int(100, 250)}`,
      uuidAt(revokedAt, random),
      revokedAt,
    ]),
  )
  const refusals = removed
    .map((grant) => ({ ...grant, at: later(grant.revokedAt, random.int(5 * MINUTE_MS, HOUR_MS)) }))
    .filter(({ at }) => at < now && later(at, 30 * DAY_MS) > now)
  await copyInto(
    client,
    "oauth_log_entry",
    ["id", "app_id", "endpoint", "error", "reason", "account_id", "grant_id", "request_id", "created_at"],
    refusals.map(({ id, accountId, app, at }) => [
      uuidAt(at, random),
      appIds[app],
      "/oauth/token",
      "invalid_grant",
      "consent_removed",
      accountId,
      id,
      uuidAt(at, random),
      at,
    ]),
  )
}

function later(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}
