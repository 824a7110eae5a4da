import { headers } from "next/headers"
import { isOauthReturn, safeReturnPath } from "@/domain/return-path"
import { isInteractionPending } from "@/oauth/interactions"

/** Where a page continues that was opened from an email. */
export interface Continuation {
  back: string | null
  /**
   * Whether the app that the reader came from still waits ("expired" after its time limit or in another browser). Null
   * without an app.
   */
  app: "pending" | "expired" | null
}

export async function continueTo(parameter: string | string[] | undefined): Promise<Continuation> {
  const back = safeReturnPath(parameter)
  if (back === null || !isOauthReturn(back)) return { back, app: null }
  const sent = await headers()
  return (await isInteractionPending(back, sent.get("cookie")))
    ? { back, app: "pending" }
    : { back: null, app: "expired" }
}
