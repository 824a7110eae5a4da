import type { Persona } from "@/domain/persona"
import type { Scope } from "@/domain/scope"

interface CallerIdentity {
  accountId: string
  scopes: ReadonlySet<Scope>
  /** False for test keys (API-SPEC, Me), and for sessions in the sandbox. */
  livemode: boolean
  /**
   * The approved store whose live orders the account handles; null if there is none, and for test credentials, which act
   * for the store of their sandbox.
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

/** The marketplace's own shop, with a key that its operator made at the terminal. It acts as the operators' account. */
export interface OperatorCaller extends CallerIdentity {
  kind: "operator"
  keyId: string
  rateLimit: number
  /** CIDR blocks. */
  allowedIps: readonly string[]
}

/** The identity that a procedure acts for. Only rate limits, usage and audit depend on kind. */
export type BearerCaller = ApiKeyCaller | OauthCaller | OperatorCaller
export type Caller = SessionCaller | BearerCaller

/** The id that a credential's usage is counted under: the key, or the grant of an access token. */
export const credentialId = (caller: BearerCaller): string => (caller.kind === "oauth" ? caller.grantId : caller.keyId)
