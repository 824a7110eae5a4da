/** What staff list accounts by. */
export const ACCOUNT_STATES = ["locked", "unverified"] as const
export type AccountState = (typeof ACCOUNT_STATES)[number]

/** Whose accounts they are: those of the staff, or of the people of stores. */
export const ACCOUNT_ROLES = ["staff", "store"] as const
export type AccountRole = (typeof ACCOUNT_ROLES)[number]
