import type { KeyScope } from "@/domain/scope"

/** The simplest call for each scope, in order of preference. */
const CALLS: readonly [KeyScope, string][] = [
  ["profile.read", "/v1/me"],
  ["catalog.read", "/v1/products?per_page=3"],
  ["orders.read", "/v1/orders"],
  ["seller.orders.read", "/v1/seller/orders"],
]

/** A curl command that works when pasted, for a key with these scopes. */
export function firstRequest(baseUrl: string, scopes: readonly KeyScope[], secret: string): string {
  // A key that may only ship can still call the status endpoint.
  const path = CALLS.find(([scope]) => scopes.includes(scope))?.[1] ?? "/v1/status"
  return `curl "${baseUrl}${path}" \\\n  -H "Authorization: Bearer ${secret}"`
}

/** The secret with everything but its prefix and its last four characters hidden. */
export function masked(prefix: string, lastFour: string): string {
  return `${prefix}${"•".repeat(12)}${lastFour}`
}
