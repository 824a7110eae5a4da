import { cookies } from "next/headers"
import { type Mode, MODE_COOKIE, MODES } from "@/app/(portal)/mode"
import { oneOf } from "@/ui/query-url"

/** The mode in the URL, or else the last selected one, or else the one that has data. */
export const selectedMode = async (
  parameter: string | string[] | undefined,
  credentials: readonly { livemode: boolean }[],
): Promise<Mode> =>
  oneOf(MODES, parameter) ??
  oneOf(MODES, (await cookies()).get(MODE_COOKIE)?.value) ??
  (credentials.length > 0 && credentials.every(({ livemode }) => !livemode) ? "test" : "live")
