// Limits of a shipment's fields (API-SPEC, PATCH /seller/orders/{id}/ship), shared by the API and the form.

export const COURIER_NAME_MAX = 100
export const AWB_MAX = 64
export const AWB = /^[A-Za-z0-9-]+$/
export const TRACKING_URL_MAX = 500

/**
 * An http or https URI of RFC 3986 characters only, which all parsers read alike. It has no flags and no lookahead: the
 * API description contains it, and generated clients compile it with RE2.
 */
export const TRACKING_URL = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[!$-.0-;=@-[\]_a-z~][!#-;=?-[\]_a-z~]*$/
