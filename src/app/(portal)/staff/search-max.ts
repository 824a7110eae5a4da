/** How long the search text of the apps may be. */
export const APP_SEARCH_MAX = 100
