import { forgetCredentials } from "@/auth/bearer"
import { Problem } from "@/domain/problem"
import { uuidOf } from "@/domain/public-id"
import { type Actor, audit } from "@/platform/audit"
import { prisma } from "@/platform/db"

/**
 * Ends a key and all its secrets; every process refuses it within a second.
 * @throws Problem not_found; invalid_state, when it is revoked already.
 */
export const revokeKey = async (actor: Actor, id: string): Promise<void> => {
  const uuid = uuidOf("api_key", id)
  if (!uuid) throw new Problem("not_found")
  const { accountId } = actor.caller
  await prisma().$transaction(async (tx) => {
    const { count } = await tx.apiKey.updateMany({
      where: { id: uuid, accountId, revokedAt: null },
      data: { revokedAt: new Date() },
    })
    if (count === 0) {
      const known = await tx.apiKey.count({ where: { id: uuid, accountId } })
      throw known > 0
        ? new Problem("invalid_state", { message: "This key is revoked already." })
        : new Problem("not_found")
    }
    await audit(tx, actor, "api_key.revoked", uuid)
  })
  forgetCredentials()
}
