import { useSyncExternalStore } from "react"
import { isSellerScope, isTestKeyScope, KEY_SCOPES, type KeyScope } from "@/domain/scope"
import { HOUR_MS } from "@/domain/time-units"
import { api, IN_SANDBOX } from "@/ui/api"

/** A test key that was created in this tab. It is kept only in memory and is lost with the tab. */
export interface TryKey {
  id: string
  secret: string
  prefix: string
  lastFour: string
  scopes: readonly KeyScope[]
}

/**
 * The scopes of a test key for this operation: everything that this account may read or try, and the scopes of the
 * previous key. The scope that manages webhooks is added only when it is requested, on purpose.
 */
export function scopesFor(scope: string, seller: boolean, key: TryKey | null): KeyScope[] {
  return KEY_SCOPES.filter(
    (each) =>
      (seller || !isSellerScope(each)) && (each !== "webhooks.manage" || each === scope || key?.scopes.includes(each)),
  )
}

/** Whether a key of this account can have the operation's scope at all. */
export function isScopeAvailable(scope: string, seller: boolean): boolean {
  return isTestKeyScope(scope) || scopesFor(scope, seller, null).some((each) => each === scope)
}

/** Whether the tab's key lacks a scope that another key of this account could have. */
export function lacksScope(scope: string, seller: boolean, key: TryKey): boolean {
  return isScopeAvailable(scope, seller) && !isTestKeyScope(scope) && !key.scopes.some((each) => each === scope)
}

/** Creates the tab's key, for an hour, and revokes the one before. @param name what the account calls it */
export async function createTryKey(name: string, scopes: KeyScope[], previous: TryKey | null): Promise<TryKey> {
  const expiresAt = new Date(Date.now() + HOUR_MS).toISOString()
  const { data } = await api.portalKeys.create.mutate({ name, scopes, expires_at: expiresAt }, { context: IN_SANDBOX })
  const { id, prefix, last_four: lastFour } = data.key
  const created = { id, secret: data.secret, prefix, lastFour, scopes }
  setTryKey(created)
  // Without its id, the previous key could not be revoked later.
  if (previous) await api.portalKeys.revoke.mutate({ id: previous.id }, { context: IN_SANDBOX })
  return created
}

/** Revokes the tab's key. */
export async function revokeTryKey({ id }: TryKey): Promise<void> {
  await api.portalKeys.revoke.mutate({ id }, { context: IN_SANDBOX })
  setTryKey(null)
}

let current: TryKey | null = null
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The tab's key, which all pages of the reference share. */
export function useTryKey(): TryKey | null {
  return useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
}

function setTryKey(key: TryKey | null): void {
  current = key
  for (const listener of listeners) listener()
}
