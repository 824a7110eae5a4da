/** How long the words may be that an order is cancelled or refunded with. */
export const REASON_MAX = 300

/** How many of one thing a test order may hold. */
export const TEST_QUANTITY_MAX = 10
