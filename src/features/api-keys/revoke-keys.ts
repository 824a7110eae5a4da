import { credentialTransaction } from "@/auth/api-key"
import { Problem } from "@/domain/problem"
import { parsePublicId } from "@/domain/public-id"
import { keyMode } from "@/features/api-keys/key-row"
import { type Actor, audit } from "@/platform/audit"
import { queryableOf } from "@/platform/db/transaction"

/**
 * Revokes several keys, all or none; every process rejects them within a second. Keys that were revoked before stay as
 * they are. Each revocation has its own audit entry.
 * @returns how many were revoked now
 * @throws Problem not_found if one of them is not the account's, or of the other mode
 */
export async function revokeKeys(actor: Actor, ids: readonly string[]): Promise<number> {
  const uuids = [...new Set(ids.map((id) => parsePublicId("api_key", id)))].filter((uuid) => uuid !== null)
  const own = { accountId: actor.caller.accountId, mode: keyMode(actor.caller) }
  return credentialTransaction(async (tx) => {
    const keys = await tx.apiKey.findMany({ where: { ...own, id: { in: uuids } }, select: { id: true } })
    if (keys.length !== new Set(ids).size) throw new Problem("not_found")
    let revoked = 0
    // One at a time in one order, so that two such requests cannot wait for each other.
    for (const { id } of keys.toSorted((first, second) => (first.id < second.id ? -1 : 1))) {
      const { count } = await tx.apiKey.updateMany({
        where: { ...own, id, revokedAt: null },
        data: { revokedAt: new Date() },
      })
      if (count > 0) await audit(queryableOf(tx), actor, "api_key.revoked", id)
      revoked += count
    }
    return revoked
  })
}
