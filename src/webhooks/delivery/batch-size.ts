/**
 * The most deliveries that one transaction changes. Recording the responses of their endpoint waits for it, and so does
 * everything queued behind.
 */
export const BATCH_SIZE = 1_000
