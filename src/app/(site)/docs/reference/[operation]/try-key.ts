import { useSyncExternalStore } from "react"

/** A test key that was made in this tab; it is in memory alone and goes with the tab. */
export interface TryKey {
  id: string
  secret: string
  prefix: string
  lastFour: string
}

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
