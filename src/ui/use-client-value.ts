import { useSyncExternalStore } from "react"

function subscribeToNothing(): () => void {
  return () => undefined
}

/**
 * Returns a value that only the browser knows. The server and the first render in the browser have another one, so that
 * hydration finds what the server has sent.
 * @param read returns the same primitive value at each call
 */
export function useClientValue<Value extends string | boolean>(read: () => Value, serverValue: Value): Value {
  return useSyncExternalStore(subscribeToNothing, read, () => serverValue)
}
