export const MODES = ["live", "test"] as const
export type Mode = (typeof MODES)[number]

export const toMode = (livemode: boolean): Mode => (livemode ? "live" : "test")

/** Stores the mode that a reader chose last. */
export const MODE_COOKIE = "haat-mode"
