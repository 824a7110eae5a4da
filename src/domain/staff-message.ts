/** Maximum length of a staff message to an account holder or store owner, in characters. */
export const STAFF_MESSAGE_MAX = 1000
