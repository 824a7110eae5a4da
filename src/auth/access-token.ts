import { MAY_USE_APP } from "@/auth/app-access"
import { recordAcceptedCredential } from "@/auth/refused-credentials"
import { HANDLED_STORE_ID_SQL } from "@/auth/store-access"
import type { OauthCaller } from "@/domain/caller"
import { credentialKind } from "@/domain/credential"
import { Problem } from "@/domain/problem"
import type { Scope } from "@/domain/scope"
import { batchedRead } from "@/platform/db/batched-read"
import { authQuery } from "@/platform/db/query"
import { hashCredential } from "@/platform/secrets"

/** Requests per minute of an access token. */
const RATE_LIMIT = 300

interface TokenRow {
  grant_id: string
  account_id: string
  client_id: string
  scopes: Scope[]
  grant_scopes: Scope[]
  claims: unknown
  name: string
  email: string
  email_verified_at: Date | null
  locale: string
  avatar_path: string | null
  updated_at: Date
  expired: boolean
  revoked: boolean
  barred: boolean
  store_id: number | null
}

const readToken = batchedRead<Buffer, TokenRow>(
  `
  SELECT ordinal::int, t.grant_id, g.account_id, p.client_id, t.scopes, g.scopes AS grant_scopes, t.claims,
         a.name, a.email, a.email_verified_at, a.locale, a.avatar_path, a.updated_at, t.expires_at <= now() AS expired,
         t.revoked_at IS NOT NULL OR g.revoked_at IS NOT NULL AS revoked, NOT ${MAY_USE_APP} AS barred,
         (${HANDLED_STORE_ID_SQL}) AS store_id
  FROM unnest($1::bytea[]) WITH ORDINALITY AS requested (hash, ordinal) JOIN oauth_access_token t ON t.hash = requested.hash
    JOIN oauth_grant g ON g.id = t.grant_id JOIN oauth_app p ON p.id = g.app_id
    JOIN account a ON a.id = g.account_id JOIN account o ON o.id = p.account_id`,
  authQuery,
)

export interface FoundToken {
  caller: OauthCaller
  problem: Problem | null
  /** Why the token is refused, for the app's developer; null if it is valid. */
  refusalReason: "access_token_revoked" | "access_token_expired" | "app_not_usable" | null
  grantScopes: Scope[]
  /** The individual claims of the authorization request's claims parameter. */
  claims: unknown
  account: TokenAccount
}

/** The account of a token, with the data that claims may reveal. */
export interface TokenAccount {
  id: string
  name: string
  email: string
  emailVerified: boolean
  locale: string
  avatarPath: string | null
  updatedAt: Date
}

/**
 * Finds an access token and its permissions. It is read anew each time, so that a revocation takes effect immediately.
 * Null if the token is unknown.
 */
export const findAccessToken = async (token: string): Promise<FoundToken | null> => {
  if (credentialKind(token) !== "access_token") return null
  const hash = hashCredential(token)
  const row = await readToken(hash)
  if (!row) return null
  if (!row.revoked && !row.expired) recordAcceptedCredential(hash)
  return {
    caller: {
      kind: "oauth",
      grantId: row.grant_id,
      clientId: row.client_id,
      accountId: row.account_id,
      // Excludes scopes that were revoked after the token was issued.
      scopes: new Set(row.scopes.filter((scope) => row.grant_scopes.includes(scope))),
      livemode: true,
      storeId: row.store_id,
      rateLimit: RATE_LIMIT,
    },
    problem:
      row.revoked || row.barred ? new Problem("token_revoked") : row.expired ? new Problem("token_expired") : null,
    refusalReason: row.revoked
      ? "access_token_revoked"
      : row.barred
        ? "app_not_usable"
        : row.expired
          ? "access_token_expired"
          : null,
    grantScopes: row.grant_scopes,
    claims: row.claims,
    account: {
      id: row.account_id,
      name: row.name,
      email: row.email,
      emailVerified: row.email_verified_at !== null,
      locale: row.locale,
      avatarPath: row.avatar_path,
      updatedAt: row.updated_at,
    },
  }
}
