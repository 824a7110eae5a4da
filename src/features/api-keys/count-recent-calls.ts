import type { Caller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { parsePublicId } from "@/domain/public-id"
import { requestStore } from "@/platform/request-log/request-log"

const DAY_MS = 24 * 60 * 60 * 1000

/** The calls of a key in the last 24 hours, to the hour, which its owner sees before revoking it. */
export const countRecentCalls = async ({ accountId }: Caller, id: string): Promise<number> => {
  const uuid = parsePublicId("api_key", id)
  if (!uuid) throw new Problem("not_found")
  return requestStore().callsOfKey(accountId, uuid, new Date(Date.now() - DAY_MS))
}
