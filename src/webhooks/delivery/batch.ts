/**
 * Deliveries that one transaction changes. Recording the endpoint's responses, and everything queued behind it, waits
 * that long.
 */
export const BATCH_SIZE = 1_000
