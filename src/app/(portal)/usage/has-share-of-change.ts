/** Of fewer requests a share says little. */
export const MIN_REQUESTS_FOR_SHARE = 20

/**
 * Whether a change of requests is given as a share: not after few requests, and not of a more than tenfold rise, which
 * would say more about the little before than about now.
 */
export function hasShareOfChange(now: number, before: number): boolean {
  return before >= MIN_REQUESTS_FOR_SHARE && now <= before * 10
}
