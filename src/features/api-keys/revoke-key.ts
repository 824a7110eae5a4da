import { credentialTransaction } from "@/auth/api-key"
import { Problem } from "@/domain/problem"
import { parsePublicId } from "@/domain/public-id"
import { keyMode } from "@/features/api-keys/key-row"
import { type Actor, audit } from "@/platform/audit"
import { queryableOf } from "@/platform/db/transaction"

/**
 * Revokes a key with all its secrets; every process rejects it within a second. Revoking it again succeeds, because a
 * client that did not get the response repeats the request.
 * @throws Problem not_found
 */
export async function revokeKey(actor: Actor, id: string): Promise<void> {
  const uuid = parsePublicId("api_key", id)
  if (!uuid) throw new Problem("not_found")
  const own = { id: uuid, accountId: actor.caller.accountId, mode: keyMode(actor.caller) }
  await credentialTransaction(async (tx) => {
    const { count } = await tx.apiKey.updateMany({
      where: { ...own, revokedAt: null },
      data: { revokedAt: new Date() },
    })
    if (count === 0) {
      if ((await tx.apiKey.count({ where: own })) === 0) throw new Problem("not_found")
      return
    }
    await audit(queryableOf(tx), actor, "api_key.revoked", uuid)
  })
}
