export const MODES = ["live", "test"] as const
export type Mode = (typeof MODES)[number]

/** Holds the mode that a reader looked at last. */
export const MODE_COOKIE = "haat-mode"
