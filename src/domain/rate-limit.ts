/** The highest limit that staff can give to a key, in requests per minute. */
export const RATE_LIMIT_MAX = 10_000
