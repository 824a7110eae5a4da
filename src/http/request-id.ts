import { newUuid } from "@/platform/new-uuid"

const REQUEST_ID = /^[A-Za-z0-9_-]{8,128}$/

/** Returns the client's own request id if it is valid; otherwise null. */
export function validRequestId(header: string | null): string | null {
  return header !== null && REQUEST_ID.test(header) ? header : null
}

/**
 * Returns the id for the response's X-Request-Id: the client's own if it is valid, otherwise a new one.
 * @param header the request's X-Request-Id
 */
export function requestIdFrom(header: string | null): string {
  return validRequestId(header) ?? newUuid()
}
