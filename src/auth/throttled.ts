/** Too many attempts; the page shows how long to wait. */
export class Throttled extends Error {
  /** @param subject the exhausted limit */
  constructor(
    readonly retryAfterSeconds: number,
    readonly subject?: string,
  ) {
    super(`throttled:${retryAfterSeconds}`)
  }
}
