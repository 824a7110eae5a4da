/** The two worlds that the portal shows: the live marketplace, or the account's sandbox. */
export const MODES = ["live", "sandbox"] as const
export type Mode = (typeof MODES)[number]

/** The cookie with the mode that the browser was in last; a new document opens in it. */
export const MODE_COOKIE = "haat-mode"

/** The request header with the mode of the document that sends the request. */
export const MODE_HEADER = "haat-mode"

export function modeOf(livemode: boolean): Mode {
  return livemode ? "live" : "sandbox"
}

export function otherMode(mode: Mode): Mode {
  return modeOf(mode !== "live")
}

/** Parses a mode of an address, a cookie or a header. Older addresses and cookies call the sandbox "test". */
export function parseMode(text: string | null | undefined): Mode | null {
  return text === "test" ? "sandbox" : (MODES.find((mode) => mode === text) ?? null)
}
