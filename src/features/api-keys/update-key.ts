import { DEFAULT_RATE_LIMITS, forgetCredentials } from "@/auth/bearer"
import { invalid, Problem } from "@/domain/problem"
import { uuidOf } from "@/domain/public-id"
import { KEY_SELECT, mostOf, toApiKey } from "@/features/api-keys/key-row"
import type { ApiKey, UpdateApiKey } from "@/features/api-keys/schema"
import { type Actor, audit } from "@/platform/audit"
import { prisma } from "@/platform/db"

interface Found {
  name: string
  mode: ApiKey["mode"]
  allowed_ips: string[]
  rate_limit: number | null
  works: boolean
}

/**
 * Changes what a key is called, where it may be used from, and how often; every process goes by it within a second.
 * @throws Problem not_found; invalid_state, when the key is revoked or expired; validation_failed, for a limit above what its owner may give it.
 */
export const updateKey = async (
  actor: Actor,
  { id, name, allowed_ips: allowedIps, rate_limit: asked }: UpdateApiKey,
): Promise<ApiKey> => {
  const uuid = uuidOf("api_key", id)
  if (!uuid) throw new Problem("not_found")
  const { accountId } = actor.caller
  const key = await prisma().$transaction(async (tx) => {
    const [found] = await tx.$queryRaw<Found[]>`
      SELECT name, mode, allowed_ips, rate_limit, revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now()) AS works
      FROM api_key WHERE id = ${uuid}::uuid AND account_id = ${accountId}::uuid FOR UPDATE`
    if (!found) throw new Problem("not_found")
    if (!found.works)
      throw new Problem("invalid_state", { message: "This key does not work any more, so it cannot be changed." })
    const most = mostOf(found.mode, found.rate_limit)
    if (asked !== undefined && asked > most) throw invalid("rate_limit", "too_big", `At most ${most} for this key.`)
    const rateLimit = asked === DEFAULT_RATE_LIMITS[found.mode] ? null : asked
    const before = { name: found.name, allowed_ips: found.allowed_ips, rate_limit: found.rate_limit }
    const after = {
      name: name ?? found.name,
      allowed_ips: allowedIps ?? found.allowed_ips,
      rate_limit: rateLimit === undefined ? found.rate_limit : rateLimit,
    }
    if (JSON.stringify(after) !== JSON.stringify(before))
      await audit(tx, actor, "api_key.updated", uuid, { before, after })
    return tx.apiKey.update({
      where: { id: uuid },
      data: { name: after.name, allowedIps: after.allowed_ips, rateLimit: after.rate_limit },
      select: KEY_SELECT,
    })
  })
  forgetCredentials()
  return toApiKey(key)
}
