/** The longest that staff write to an account's holder or a store's owner with a decision, in characters. */
export const STAFF_WORDS_MAX = 1000
