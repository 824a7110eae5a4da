import { IDENTITY_AS_CONSENTED, JOIN_CLIENT_AND_APP, MAY_USE_APP } from "@/auth/app-access"
import { personaOf } from "@/auth/persona"
import { recordAcceptedCredential } from "@/auth/refused-credentials"
import { HANDLED_STORE_ID_SQL } from "@/auth/store-access"
import type { OauthCaller } from "@/domain/caller"
import { credentialKind } from "@/domain/credential"
import { Problem } from "@/domain/problem"
import { publicId } from "@/domain/public-id"
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
  live_app_id: string | null
  persona: boolean
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
  app_unusable: boolean
  store_id: number | null
}

const readToken = batchedRead<Buffer, TokenRow>(
  `
  SELECT ordinal::int, t.grant_id, g.account_id, c.client_id, c.live_app_id, g.persona, t.scopes, g.scopes AS grant_scopes, t.claims,
         a.name, a.email, a.email_verified_at, a.locale, a.avatar_path, a.updated_at, t.expires_at <= now() AS expired,
         t.revoked_at IS NOT NULL OR g.revoked_at IS NOT NULL AS revoked, NOT (${MAY_USE_APP} AND ${IDENTITY_AS_CONSENTED}) AS app_unusable,
         (${HANDLED_STORE_ID_SQL}) AS store_id
  FROM unnest($1::bytea[]) WITH ORDINALITY AS requested (hash, ordinal) JOIN oauth_access_token t ON t.hash = requested.hash
    JOIN oauth_grant g ON g.id = t.grant_id ${JOIN_CLIENT_AND_APP}
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

/** The account of a token as the app knows it, with the data that claims may reveal; or the persona in its place. */
export interface TokenAccount {
  /** The subject identifier. */
  subject: string
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
export async function findAccessToken(token: string): Promise<FoundToken | null> {
  const kind = credentialKind(token)
  if (kind !== "access_token" && kind !== "test_access_token") return null
  const hash = hashCredential(token)
  const row = await readToken(hash)
  if (!row) return null
  if (!row.revoked && !row.expired) recordAcceptedCredential(hash)
  const livemode = row.live_app_id === null
  const persona = row.persona && row.live_app_id !== null ? personaOf(row.live_app_id, row.account_id) : null
  return {
    caller: {
      kind: "oauth",
      grantId: row.grant_id,
      clientId: row.client_id,
      accountId: row.account_id,
      // Excludes scopes that were revoked after the token was issued.
      scopes: new Set(row.scopes.filter((scope) => row.grant_scopes.includes(scope))),
      livemode,
      storeId: livemode ? row.store_id : null,
      rateLimit: RATE_LIMIT,
      persona,
    },
    problem:
      row.revoked || row.app_unusable
        ? new Problem("token_revoked")
        : row.expired
          ? new Problem("token_expired")
          : null,
    refusalReason: row.revoked
      ? "access_token_revoked"
      : row.app_unusable
        ? "app_not_usable"
        : row.expired
          ? "access_token_expired"
          : null,
    grantScopes: row.grant_scopes,
    claims: row.claims,
    account: persona
      ? { ...persona, updatedAt: persona.since }
      : {
          subject: publicId("account", row.account_id),
          name: row.name,
          email: row.email,
          emailVerified: row.email_verified_at !== null,
          locale: row.locale,
          avatarPath: row.avatar_path,
          updatedAt: row.updated_at,
        },
  }
}
