// The values of the log's filters; the schema and the page's URL both use them.

export const HTTP_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"] as const

/** "error" is 400 and above; "4xx" a class; "404" one status. */
export const STATUS_PATTERN = /^(error|[1-5]xx|[1-5]\d\d)$/

/** A key by its public id, or the id of a grant to an app. */
export const CREDENTIAL_PATTERN = /^(key_)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The last request of a page: its time and id. */
export const CURSOR_PATTERN =
  /^\d{4}-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d\.\d{3}Z~[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
