let count = 0

/** The number of changes that this tab has made so far. */
export function mutationCount(): number {
  return count
}

export function recordMutation(): void {
  count++
}
