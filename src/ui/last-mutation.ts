/** The key in localStorage, which the tabs of a browser share and which outlasts a document. */
const STORAGE_KEY = "haat-last-mutation"

let lastHere = 0

/** The server's time of the last change that this browser made, in milliseconds since 1970; 0 if there was none. */
export function lastMutationAt(): number {
  return Math.max(lastHere, Number(readStored()))
}

/** @param at the server's time when it answered, in milliseconds since 1970 */
export function recordMutation(at: number): void {
  lastHere = Math.max(lastHere, at)
  try {
    localStorage.setItem(STORAGE_KEY, String(lastHere))
  } catch {
    // The browser stores nothing for this site: other tabs and documents do not learn of the change.
  }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}
