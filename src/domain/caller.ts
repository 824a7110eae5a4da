import type { Persona } from "@/domain/persona"
import type { Scope } from "@/domain/scope"

interface CallerIdentity {
  accountId: string
  scopes: ReadonlySet<Scope>
  /** False for test keys (API-SPEC, Me), and for sessions in the sandbox. */
  livemode: boolean
  /**
   * The approved store whose live orders the account handles; null if there is none, and for test credentials, which
   * act for the store of their sandbox.
   */
  storeId: number | null
}

/** A user signed in to the portal. */
export interface SessionCaller extends CallerIdentity {
  kind: "session"
  sessionId: string
  /** When the user last authenticated, by signing in or by reauthenticating. */
  signedInAt: Date
  /**
   * When the session last passed a second factor; provedAt is null if it has not, and the whole is null if the account
   * has none.
   */
  secondFactor: { provedAt: Date | null } | null
  /** Whether the email address is verified; an unverified account cannot make lasting changes. */
  emailVerified: boolean
  roles: readonly string[]
  /** Whether the account is a member of a store, also of one whose orders it cannot handle now. */
  storeMember: boolean
  /** The client of the account's own app whose endpoints and events a procedure is about. */
  appId?: string
}

/** A client with an API key. */
export interface ApiKeyCaller extends CallerIdentity {
  kind: "api_key"
  keyId: string
  /** The API version of its requests that name none; null for the first version. */
  apiVersion: string | null
  /** Requests per minute. */
  rateLimit: number
  /** CIDR blocks; an empty list allows any IP address. */
  allowedIps: readonly string[]
}

/** A third-party app with an OAuth access token. */
export interface OauthCaller extends CallerIdentity {
  kind: "oauth"
  grantId: string
  clientId: string
  rateLimit: number
  /** What a test client learns about the person in place of their account; null if it is the account itself. */
  persona: Persona | null
}

/**
 * A client of an OAuth app that acts for itself, without a person (RFC 6749, section 4.4). Its account is its owner's.
 */
export interface ClientCaller extends CallerIdentity {
  kind: "client"
  /** The id of the client's row, live or for tests. */
  appId: string
  clientId: string
  rateLimit: number
}

/**
 * The marketplace's own shop, with a key that its operator created at the terminal. It acts as the operators' account.
 */
export interface OperatorCaller extends CallerIdentity {
  kind: "operator"
  keyId: string
  rateLimit: number
  /** CIDR blocks. */
  allowedIps: readonly string[]
}

/** The identity that a procedure acts for. Only rate limits, usage and audit depend on kind. */
export type BearerCaller = ApiKeyCaller | OauthCaller | ClientCaller | OperatorCaller
export type Caller = SessionCaller | BearerCaller

/**
 * The id that a credential's usage is counted under: the key, the grant of an access token, or the client of its own.
 */
export function credentialId(caller: BearerCaller): string {
  if (caller.kind === "client") return caller.appId
  return caller.kind === "oauth" ? caller.grantId : caller.keyId
}

/** The client whose endpoints and events the caller manages; undefined for those of the account. */
export function clientOf(caller: Caller): string | undefined {
  return caller.kind === "client" || caller.kind === "session" ? caller.appId : undefined
}

/** The columns of an endpoint's owner: the account or the client, never both. */
export function ownerColumns(caller: Caller): { accountId: string; appId: null } | { accountId: null; appId: string } {
  const appId = clientOf(caller)
  return appId === undefined ? { accountId: caller.accountId, appId: null } : { accountId: null, appId }
}
