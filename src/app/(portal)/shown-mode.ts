import { cookies } from "next/headers"
import { type Mode, MODE_COOKIE, MODES } from "@/app/(portal)/mode"
import { oneOf } from "@/ui/query-address"

/** The mode that an address asks for; else the one that the reader looked at last; else the one that there is something in. */
export const shownMode = async (
  asked: string | string[] | undefined,
  credentials: readonly { livemode: boolean }[],
): Promise<Mode> =>
  oneOf(MODES, asked) ??
  oneOf(MODES, (await cookies()).get(MODE_COOKIE)?.value) ??
  (credentials.length > 0 && credentials.every(({ livemode }) => !livemode) ? "test" : "live")
