import { credentialTransaction } from "@/auth/api-key"
import { Problem } from "@/domain/problem"
import { parsePublicId } from "@/domain/public-id"
import { KEY_SELECT, toApiKey } from "@/features/api-keys/key-row"
import { lockKey } from "@/features/api-keys/lock-key"
import { type NewApiKey, ROLL_OVERLAPS, type RollOverlap } from "@/features/api-keys/schema"
import { type Actor, audit } from "@/platform/audit"
import { queryableOf } from "@/platform/db/transaction"
import { hashCredential, mintCredential } from "@/platform/secrets"

/**
 * Issues a new secret for a key. Old secrets stay valid for the overlap at most, even if they had more time left.
 * @throws Problem not_found; invalid_state, when the key is revoked or expired.
 */
export async function rollKey(actor: Actor, id: string, overlap: RollOverlap): Promise<NewApiKey> {
  const uuid = parsePublicId("api_key", id)
  if (!uuid) throw new Problem("not_found")
  const { key, secret } = await credentialTransaction(async (tx) => {
    const { mode } = await lockKey(tx, actor.caller, uuid, "rolled")
    const secret = mintCredential(`${mode}_key`)
    const expiresAt = new Date(Date.now() + ROLL_OVERLAPS[overlap] * 1000)
    await tx.apiKeySecret.updateMany({
      where: { keyId: uuid, OR: [{ expiresAt: null }, { expiresAt: { gt: expiresAt } }] },
      data: { expiresAt },
    })
    await tx.apiKeySecret.create({
      data: { keyId: uuid, hash: new Uint8Array(hashCredential(secret)), lastFour: secret.slice(-4) },
    })
    await audit(queryableOf(tx), actor, "api_key.rolled", uuid, { overlap })
    return { key: await tx.apiKey.findUniqueOrThrow({ where: { id: uuid }, select: KEY_SELECT }), secret }
  })
  return { key: toApiKey(key), secret }
}
