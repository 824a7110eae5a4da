import { oneOf } from "@/ui/query-address"

export const MODES = ["live", "test"] as const
export type Mode = (typeof MODES)[number]

/** The mode that an address asks for; else the one that there is something in. */
export const modeOf = (asked: string | string[] | undefined, credentials: readonly { livemode: boolean }[]): Mode =>
  oneOf(MODES, asked) ?? (credentials.length > 0 && credentials.every(({ livemode }) => !livemode) ? "test" : "live")
