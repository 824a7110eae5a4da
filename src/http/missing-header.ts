/** Set by the server when it asks Next for the not-found page in the place of the page at the same URL. */
export const MISSING_HEADER = "x-haat-missing"
