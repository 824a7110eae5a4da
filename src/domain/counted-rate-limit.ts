/** The rate limit of a credential, as a request was counted. */
export interface CountedRateLimit {
  limit: number
  remaining: number
  /** When the window ends, in epoch seconds. */
  resetAt: number
}
