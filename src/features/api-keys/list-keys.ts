import type { Caller } from "@/domain/caller"
import { KEY_SELECT, keyMode, toApiKey } from "@/features/api-keys/key-row"
import type { ApiKey } from "@/features/api-keys/schema"
import { prisma } from "@/platform/db/prisma"

/** All keys of the account in the caller's mode: active ones first, then the newest. */
export async function listKeys(caller: Caller): Promise<ApiKey[]> {
  const rows = await prisma().apiKey.findMany({
    where: { accountId: caller.accountId, mode: keyMode(caller) },
    select: KEY_SELECT,
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  })
  const keys = rows.map(toApiKey)
  return [...keys.filter(({ status }) => status === "active"), ...keys.filter(({ status }) => status !== "active")]
}
