export const MODES = ["live", "test"] as const
export type Mode = (typeof MODES)[number]

export const modeOf = (livemode: boolean): Mode => (livemode ? "live" : "test")

/** Holds the mode that a reader looked at last. */
export const MODE_COOKIE = "haat-mode"
