/** The media type of a feed (RFC 4287, section 7). */
export const ATOM_TYPE = "application/atom+xml"
