/** Every scope a credential can carry, with its meaning (API-SPEC, Scopes). */
export const SCOPES = {
  openid: "know who you are (account ID); gives an ID token",
  profile: "name and profile photo",
  email: "email address",
  "profile.read": "read profile: name, email, verification status, photo",
  "catalog.read": "public product, category and seller information",
  "orders.read": "own orders, items, payment and shipping status",
  "seller.orders.read": "store's orders, including delivery address while being fulfilled",
  "seller.orders.write": "mark the store's orders as shipped",
  "seller.orders.manage": "confirm, pack and cancel the store's orders",
  "seller.refunds.write": "refund the store's orders",
  "seller.catalog.read": "all products of the store, with stock and prices",
  "seller.catalog.write": "change stock and prices of the store's products",
  "webhooks.manage": "manage webhook endpoints and read the account's events",
  "usage.read": "rate limit, usage and request log: a key sees its account's, an app its own calls",
  "sandbox.manage": "drive the account's sandbox: its clock, its faults, and a fresh start",
  "app.webhooks.manage": "manage the webhook endpoints of the app itself",
  "app.events.read": "read the events that the app receives",
  "internal.write": "record the orders, payments and deliveries of the marketplace's own shop",
} as const

export type Scope = keyof typeof SCOPES

/** The scopes of API keys; openid, profile and email are for OAuth only. */
export const KEY_SCOPES = [
  "profile.read",
  "catalog.read",
  "orders.read",
  "seller.orders.read",
  "seller.orders.write",
  "seller.orders.manage",
  "seller.refunds.write",
  "seller.catalog.read",
  "seller.catalog.write",
  "webhooks.manage",
  "usage.read",
] as const satisfies readonly Scope[]

export type KeyScope = (typeof KEY_SCOPES)[number]

/** The scopes that every test key has besides its own: with one, a client may change anything in the sandbox. */
export const TEST_KEY_SCOPES = ["sandbox.manage"] as const satisfies readonly Scope[]

/** Whether every test key has this scope. */
export function isTestKeyScope(scope: string): boolean {
  return TEST_KEY_SCOPES.some((each) => each === scope)
}

/** The scopes of the keys that the operator makes at the terminal. No other credential has one. */
export const OPERATOR_SCOPES = ["internal.write"] as const satisfies readonly Scope[]

/** The scopes of the tokens of an app itself, without a person (RFC 6749, section 4.4). No other credential has one. */
export const CLIENT_SCOPES = ["app.webhooks.manage", "app.events.read"] as const satisfies readonly Scope[]
export type ClientScope = (typeof CLIENT_SCOPES)[number]

/**
 * The scopes of access tokens. An endpoint outlives the consent under which it was created, so apps cannot manage
 * a person's webhooks.
 */
export type OauthScope = Exclude<Scope, "webhooks.manage" | "internal.write" | ClientScope>

const NO_OAUTH_SCOPES: readonly string[] = ["webhooks.manage", "internal.write", ...CLIENT_SCOPES]

export const OAUTH_SCOPES = (Object.keys(SCOPES) as Scope[]).filter(
  (scope): scope is OauthScope => !NO_OAUTH_SCOPES.includes(scope),
)

/** The scopes that each test client may request beyond those of its app; a live client may not. */
export const TEST_CLIENT_SCOPES = ["sandbox.manage"] as const satisfies readonly OauthScope[]

export function isOauthScope(scope: string): scope is OauthScope {
  return (OAUTH_SCOPES as string[]).includes(scope)
}

/** What the scopes of access tokens are about, in the order in which a person reads them. */
export const SCOPE_SUBJECTS = ["account", "marketplace", "store", "developer"] as const
type ScopeSubject = (typeof SCOPE_SUBJECTS)[number]

/** What a scope is about. */
export function scopeSubject(scope: OauthScope): ScopeSubject {
  if (isSellerScope(scope)) return "store"
  if (scope === "catalog.read" || scope === "orders.read") return "marketplace"
  return scope === "usage.read" || scope === "sandbox.manage" ? "developer" : "account"
}

/** Whether only a store's owner and staff may give this scope to a key. */
export function isSellerScope(scope: Scope): boolean {
  return scope.startsWith("seller.")
}

/** Whether a scope reveals where people live, or allows changes. It must be selected explicitly, never by default. */
export function isSensitiveScope(scope: Scope): boolean {
  return isSellerScope(scope) || scope === "orders.read" || scope === "sandbox.manage"
}

export function isScope(scope: string): scope is Scope {
  return Object.hasOwn(SCOPES, scope)
}

export const ALL_SCOPES: ReadonlySet<Scope> = new Set(
  (Object.keys(SCOPES) as Scope[]).filter(
    (scope) => ![...OPERATOR_SCOPES, ...CLIENT_SCOPES].some((each) => each === scope),
  ),
)
