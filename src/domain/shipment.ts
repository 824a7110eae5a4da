// The rules of a shipment's fields (API-SPEC, PATCH /seller/orders/{id}/ship), for the API and for the form that says them before.

export const COURIER_NAME_MAX = 100
export const AWB_MAX = 64
export const AWB = /^[A-Za-z0-9-]+$/
export const TRACKING_URL_MAX = 500

/**
 * An http or https URI written in the characters of RFC 3986 alone, which every reader of it understands alike. It has neither flags nor a
 * lookahead: the API's description carries it, and generated clients compile it with RE2.
 */
export const TRACKING_URL = /^[Hh][Tt][Tt][Pp][Ss]?:\/\/[!$-.0-;=@-[\]_a-z~][!#-;=?-[\]_a-z~]*$/
