import type { KeyScope } from "@/domain/scope"

/** The simplest call that each scope allows, the friendliest first. */
const CALLS: readonly [KeyScope, string][] = [
  ["profile.read", "/v1/me"],
  ["catalog.read", "/v1/products?per_page=3"],
  ["orders.read", "/v1/orders"],
  ["seller.orders.read", "/v1/seller/orders"],
]

/** A curl command that works as soon as it is pasted, for a key with these scopes. */
export const firstRequest = (baseUrl: string, scopes: readonly KeyScope[], secret: string): string => {
  // A key that may only ship can still ask how the service is.
  const path = CALLS.find(([scope]) => scopes.includes(scope))?.[1] ?? "/v1/status"
  return `curl "${baseUrl}${path}" \\\n  -H "Authorization: Bearer ${secret}"`
}

/** The secret with all but its prefix and its last four characters hidden. */
export const masked = (prefix: string, lastFour: string): string => `${prefix}${"•".repeat(12)}${lastFour}`
