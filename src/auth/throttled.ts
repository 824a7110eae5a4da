/** Too many attempts: the page shows how long to wait. */
export class Throttled extends Error {
  constructor(readonly seconds: number) {
    super(`throttled:${seconds}`)
  }
}
