/** The most requests a minute that staff give to one key. */
export const RATE_LIMIT_MAX = 10_000
