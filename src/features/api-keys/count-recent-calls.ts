import type { Caller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { parsePublicId } from "@/domain/public-id"
import { DAY_MS } from "@/domain/time-units"
import { keyMode } from "@/features/api-keys/key-row"
import { prisma } from "@/platform/db/prisma"
import { requestStore } from "@/platform/request-log/request-log"

/**
 * Returns the calls of a key in the last 24 hours, to the hour, which its owner sees before revoking it.
 * @throws Problem not_found, also for a key of the other mode
 */
export async function countRecentCalls(
  { accountId, livemode }: Pick<Caller, "accountId" | "livemode">,
  id: string,
): Promise<number> {
  const uuid = parsePublicId("api_key", id)
  const key = uuid && (await prisma().apiKey.findFirst({ where: { id: uuid, accountId, mode: keyMode({ livemode }) } }))
  if (!key) throw new Problem("not_found")
  return requestStore().callsOfKey(accountId, key.id, new Date(Date.now() - DAY_MS))
}
