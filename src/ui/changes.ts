let made = 0

/** The number of changes that this tab has made so far. */
export function changesMade(): number {
  return made
}

export function countChange(): void {
  made++
}
