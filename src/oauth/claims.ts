import type { TokenAccount } from "@/auth/access-token"
import type { Scope } from "@/domain/scope"
import { absoluteUrl } from "@/trpc/wire"

/** The claims of each scope (OpenID Connect Core, section 5.4), of those that an account has. */
export const CLAIMS_OF_SCOPE = {
  profile: ["name", "picture", "locale", "updated_at"],
  email: ["email", "email_verified"],
} as const satisfies Partial<Record<Scope, readonly string[]>>

export const CLAIMS = ["sub", ...CLAIMS_OF_SCOPE.profile, ...CLAIMS_OF_SCOPE.email]

/** Individually requested claims (OpenID Connect Core, section 5.5). */
export interface RequestedClaims {
  userinfo: string[]
  id_token: string[]
  /** The subject that the request requires. */
  subject: string | null
}

function claimNames(member: unknown): string[] {
  return typeof member === "object" && member !== null
    ? Object.keys(member).filter((name) => CLAIMS.includes(name))
    : []
}

function requestedSubject(member: unknown): string | null {
  const { sub } = (typeof member === "object" && member !== null ? member : {}) as { sub?: unknown }
  const value = (typeof sub === "object" && sub !== null ? sub : {}) as { value?: unknown }
  return typeof value.value === "string" ? value.value : null
}

/** Parses the claims parameter; null if it is not a JSON object. */
export function parseClaimsParameter(text: string): RequestedClaims | null {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value !== "object" || value === null || Array.isArray(value)) return null
    const { userinfo, id_token } = value as { userinfo?: unknown; id_token?: unknown }
    return { userinfo: claimNames(userinfo), id_token: claimNames(id_token), subject: requestedSubject(id_token) }
  } catch {
    return null
  }
}

/** Returns the scopes that individual claims need consent for: a claim requires the same consent as its scope. */
export function scopesForClaims({ userinfo, id_token }: RequestedClaims): Scope[] {
  return (Object.keys(CLAIMS_OF_SCOPE) as (keyof typeof CLAIMS_OF_SCOPE)[]).filter((scope) =>
    [...userinfo, ...id_token].some((name) => (CLAIMS_OF_SCOPE[scope] as readonly string[]).includes(name)),
  )
}

/** Returns an account's values of these claims; claims without a value are left out. */
export function accountClaims(account: TokenAccount, names: ReadonlySet<string>): Record<string, unknown> {
  const all: Record<string, unknown> = {
    sub: account.subject,
    name: account.name,
    picture: account.avatarPath === null ? undefined : absoluteUrl(account.avatarPath),
    locale: account.locale,
    updated_at: Math.floor(account.updatedAt.getTime() / 1000),
    email: account.email,
    email_verified: account.emailVerified,
  }
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => value !== undefined && (name === "sub" || names.has(name))),
  )
}
