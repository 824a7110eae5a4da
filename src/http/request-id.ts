const REQUEST_ID = /^[A-Za-z0-9_-]{8,128}$/

/** Returns the client's own request id if it is valid; otherwise null. */
export function validRequestId(header: string | null): string | null {
  return header !== null && REQUEST_ID.test(header) ? header : null
}
