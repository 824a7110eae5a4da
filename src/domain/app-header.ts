/** The request header of the portal with the client ID of the app whose own endpoints and events a page is about. */
export const APP_HEADER = "haat-app"
