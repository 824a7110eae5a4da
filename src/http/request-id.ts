const REQUEST_ID = /^[A-Za-z0-9_-]{8,128}$/

/** A client's own request id, if it is one that can be kept. */
export const ownRequestId = (header: string | null): string | null =>
  header !== null && REQUEST_ID.test(header) ? header : null
