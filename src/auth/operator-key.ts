import type { OperatorCaller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { OPERATOR_SCOPES, type Scope } from "@/domain/scope"
import { authQuery } from "@/platform/db/query"
import { env } from "@/platform/env"
import { hashCredential } from "@/platform/secrets"

// SQL: the look-up notes the use of the key in the same statement.

/** Requests per minute. */
const RATE_LIMIT = 6_000

// Notes the use of a key at most once a minute.
const FIND_SQL = `
  WITH found AS (SELECT id, account_id, revoked_at, last_used_at FROM operator_key WHERE hash = $1),
  used AS (
    UPDATE operator_key k SET last_used_at = now() FROM found
    WHERE k.id = found.id AND found.revoked_at IS NULL AND (found.last_used_at IS NULL OR found.last_used_at < now() - interval '1 minute'))
  SELECT id, account_id, revoked_at IS NOT NULL AS revoked FROM found`

/** Finds a key of the operator, with the reason if it is refused; null if it is unknown. It is never cached. */
export async function findOperatorKey(
  credential: string,
): Promise<{ caller: OperatorCaller; problem: Problem | null } | null> {
  const [key] = await authQuery<{ id: string; account_id: string; revoked: boolean }>(FIND_SQL, [
    hashCredential(credential),
  ])
  if (!key) return null
  return {
    caller: {
      kind: "operator",
      keyId: key.id,
      accountId: key.account_id,
      scopes: new Set<Scope>(OPERATOR_SCOPES),
      livemode: true,
      storeId: null,
      rateLimit: RATE_LIMIT,
      allowedIps: env.internalNetworks,
    },
    problem: key.revoked ? new Problem("token_revoked") : null,
  }
}
