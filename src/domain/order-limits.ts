/** Maximum length of the reason for a cancellation or refund, in characters. */
export const REASON_MAX = 300

/** Maximum quantity of a product in a test order. */
export const TEST_QUANTITY_MAX = 10

/** The largest amount that the database can hold, in paise. */
export const PAISE_MAX = 2_147_483_647
