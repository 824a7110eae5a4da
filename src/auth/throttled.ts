/** Too many attempts: the page shows how long to wait. */
export class Throttled extends Error {
  /** @param subject the limit that refused */
  constructor(
    readonly seconds: number,
    readonly subject?: string,
  ) {
    super(`throttled:${seconds}`)
  }
}
