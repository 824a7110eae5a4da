/** Of a response to the portal's pages: when the server sent it, in milliseconds since 1970. */
export const RESPONDED_AT_HEADER = "x-responded-at"
