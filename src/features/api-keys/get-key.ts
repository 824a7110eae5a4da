import type { Caller } from "@/domain/caller"
import { Problem } from "@/domain/problem"
import { parsePublicId } from "@/domain/public-id"
import { KEY_SELECT, keyMode, toApiKey } from "@/features/api-keys/key-row"
import type { ApiKey } from "@/features/api-keys/schema"
import { prisma } from "@/platform/db/prisma"

/**
 * One key of the account in the caller's mode, also if it is revoked or expired.
 * @throws Problem not_found, also for a key of another account or of the other mode
 */
export async function getKey(caller: Caller, id: string): Promise<ApiKey> {
  const uuid = parsePublicId("api_key", id)
  const row =
    uuid &&
    (await prisma().apiKey.findFirst({
      where: { id: uuid, accountId: caller.accountId, mode: keyMode(caller) },
      select: KEY_SELECT,
    }))
  if (!row) throw new Problem("not_found")
  return toApiKey(row)
}
