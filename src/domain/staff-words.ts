/** Maximum length of a staff message to an account holder or store owner, in characters. */
export const STAFF_WORDS_MAX = 1000
