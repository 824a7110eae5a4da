/** Returns the time this many seconds from now, by the process's clock. */
export function secondsFromNow(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000)
}
