let made = 0

/** How many changes this tab has made so far. */
export function changesMade(): number {
  return made
}

export function countChange(): void {
  made++
}
