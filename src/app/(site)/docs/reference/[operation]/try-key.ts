import { useSyncExternalStore } from "react"
import { isSellerScope, isTestKeyScope, KEY_SCOPES, type KeyScope } from "@/domain/scope"

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
export const scopesFor = (scope: string, seller: boolean, key: TryKey | null): KeyScope[] =>
  KEY_SCOPES.filter(
    (each) =>
      (seller || !isSellerScope(each)) && (each !== "webhooks.manage" || each === scope || key?.scopes.includes(each)),
  )

/** Whether a key of this account can have the operation's scope at all. */
export const isScopeAvailable = (scope: string, seller: boolean): boolean =>
  isTestKeyScope(scope) || scopesFor(scope, seller, null).some((each) => each === scope)

/** Whether the tab's key lacks a scope that another key of this account could have. */
export const lacksScope = (scope: string, seller: boolean, key: TryKey): boolean =>
  isScopeAvailable(scope, seller) && !isTestKeyScope(scope) && !key.scopes.some((each) => each === scope)

let current: TryKey | null = null
const listeners = new Set<() => void>()

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The tab's key, which all pages of the reference share. */
export const useTryKey = (): TryKey | null =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )

export const setTryKey = (key: TryKey | null): void => {
  current = key
  for (const listener of listeners) listener()
}
