/** How long the search texts of staff may be. */
export const APP_SEARCH_MAX = 100
export const ACCOUNT_SEARCH_MAX = 254
