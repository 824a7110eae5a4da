import { useSyncExternalStore } from "react"
import { isSellerScope, KEY_SCOPES, type KeyScope } from "@/domain/scope"

/** A test key that was made in this tab; it is in memory alone and goes with the tab. */
export interface TryKey {
  id: string
  secret: string
  prefix: string
  lastFour: string
  scopes: readonly KeyScope[]
}

/**
 * What a test key for this operation carries: what may be read or tried with this account, and all that the tab's key had. A
 * key that manages webhooks is made where one is asked for, by intent.
 */
export const scopesFor = (scope: string, seller: boolean, key: TryKey | null): KeyScope[] =>
  KEY_SCOPES.filter(
    (each) =>
      (seller || !isSellerScope(each)) && (each !== "webhooks.manage" || each === scope || key?.scopes.includes(each)),
  )

/** Whether a key of this account can have the operation's scope at all. */
export const isForAccount = (scope: string, seller: boolean): boolean =>
  scopesFor(scope, seller, null).some((each) => each === scope)

/** Whether another key of this account could call what the tab's key cannot. */
export const isLacking = (scope: string, seller: boolean, key: TryKey): boolean =>
  isForAccount(scope, seller) && !key.scopes.some((each) => each === scope)

let current: TryKey | null = null
const listeners = new Set<() => void>()

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The tab's key, the same on every page of the reference. */
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
