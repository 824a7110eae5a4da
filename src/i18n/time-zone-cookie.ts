/** Stores the time zone of a reader's browser. */
export const TIME_ZONE_COOKIE = "haat-zone"
