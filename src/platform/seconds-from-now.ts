/** When something ends that lasts this long from now, by the clock of the process. */
export function secondsFromNow(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000)
}
