/** Maximum length of the reason for a cancellation or refund, in characters. */
export const REASON_MAX = 300

/** The largest amount that the database can hold, in paise. */
export const PAISE_MAX = 2_147_483_647

/** Maximum length of the shop's own reference of an order, a payment or a delivery, in characters. */
export const EXTERNAL_ID_MAX = 200

/** Maximum number of items of an order that comes from the shop. */
export const ORDER_ITEMS_MAX = 100

/** Maximum quantity of an item of an order that comes from the shop. */
export const QUANTITY_MAX = 10_000
