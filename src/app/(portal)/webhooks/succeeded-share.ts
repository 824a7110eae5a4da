/** The share of deliveries that succeeded, of those that have ended; undefined without any. */
export function succeededShare({ delivered, failed }: { delivered: number; failed: number }): number | undefined {
  const ended = delivered + failed
  return ended === 0 ? undefined : delivered / ended
}
