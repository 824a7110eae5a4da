import { recordAcceptedCredential } from "@/auth/refused-credentials"
import type { ClientCaller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import type { ClientScope } from "@/domain/scope"
import { batchedRead } from "@/platform/db/batched-read"
import { authQuery } from "@/platform/db/query"
import { hashCredential } from "@/platform/secrets"

/** Requests per minute of a client, with all its own tokens. */
const RATE_LIMIT = 300

interface TokenRow {
  app_id: string
  client_id: string
  owner_id: string
  livemode: boolean
  scopes: ClientScope[]
  expired: boolean
  revoked: boolean
}

const readToken = batchedRead<Buffer, TokenRow>(
  `
  SELECT ordinal::int, c.id AS app_id, c.client_id, p.account_id AS owner_id, c.live_app_id IS NULL AS livemode, t.scopes, t.expires_at <= now() AS expired,
    t.revoked_at IS NOT NULL OR c.deleted_at IS NOT NULL OR p.deleted_at IS NOT NULL OR p.suspended_at IS NOT NULL OR o.locked_at IS NOT NULL AS revoked
  FROM unnest($1::bytea[]) WITH ORDINALITY AS requested (hash, ordinal) JOIN oauth_client_token t ON t.hash = requested.hash
    JOIN oauth_app c ON c.id = t.app_id JOIN oauth_app p ON p.id = coalesce(c.live_app_id, c.id) JOIN account o ON o.id = p.account_id`,
  authQuery,
)

/** Finds a client's own access token (RFC 6749, section 4.4). Null if it is unknown. */
export async function findClientToken(
  token: string,
): Promise<{ caller: ClientCaller; problem: Problem | null } | null> {
  const hash = hashCredential(token)
  const row = await readToken(hash)
  if (!row) return null
  if (!row.revoked && !row.expired) recordAcceptedCredential(hash)
  const caller: ClientCaller = {
    kind: "client",
    appId: row.app_id,
    clientId: row.client_id,
    accountId: row.owner_id,
    scopes: new Set(row.scopes),
    livemode: row.livemode,
    storeId: null,
    rateLimit: RATE_LIMIT,
  }
  const problem = row.revoked ? new Problem("token_revoked") : row.expired ? new Problem("token_expired") : null
  return { caller, problem }
}
