import type { Scope } from "@/domain/scope"

interface Acting {
  accountId: string
  scopes: ReadonlySet<Scope>
  /** False for test keys (API-SPEC, Me). */
  livemode: boolean
  /** The approved store whose orders this account may handle, if any. */
  storeId: number | null
}

/** Somebody signed in to the portal. */
export interface SessionCaller extends Acting {
  kind: "session"
  sessionId: string
  /** When the person last showed who they are: by signing in, or by confirming it since. */
  signedInAt: Date
  /** When this session last proved a second factor, if it has; null: the account has none. */
  secondFactor: { provedAt: Date | null } | null
  /** Whether the account's address has been proved; without that it can do nothing that lasts. */
  emailVerified: boolean
  roles: readonly string[]
}

/** A program with an API key. */
export interface ApiKeyCaller extends Acting {
  kind: "api_key"
  keyId: string
  /** Requests per minute. */
  rateLimit: number
  /** CIDR blocks; empty means anywhere. */
  allowedIps: readonly string[]
}

/** A third-party app with an OAuth access token. */
export interface OauthCaller extends Acting {
  kind: "oauth"
  grantId: string
  clientId: string
  rateLimit: number
}

/** Who a procedure acts for. kind matters to limits, usage and audit alone. */
export type Caller = SessionCaller | ApiKeyCaller | OauthCaller
export type BearerCaller = ApiKeyCaller | OauthCaller

/** The modes in which a caller sees what is live or test: a credential's own, and both in the portal. */
export const modesOf = ({ kind, livemode }: Caller): boolean[] => (kind === "session" ? [true, false] : [livemode])

/** What a credential is counted under: the key, or the grant behind a token. */
export const credentialId = (caller: BearerCaller): string =>
  caller.kind === "api_key" ? caller.keyId : caller.grantId
