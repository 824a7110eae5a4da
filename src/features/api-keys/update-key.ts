import { credentialTransaction, DEFAULT_RATE_LIMITS } from "@/auth/api-key"
import { invalid, Problem } from "@/domain/problem"
import { parsePublicId } from "@/domain/public-id"
import { KEY_SELECT, maxRateLimit, toApiKey } from "@/features/api-keys/key-row"
import { lockKey } from "@/features/api-keys/lock-key"
import { pinnedVersion } from "@/features/api-keys/pinned-version"
import type { ApiKey, UpdateApiKey } from "@/features/api-keys/schema"
import { type Actor, audit } from "@/platform/audit"
import { queryableOf } from "@/platform/db/transaction"

/**
 * Changes a key's name, allowed networks, limit and API version; every process applies it within a second.
 * @param versions the API versions that there are
 * @throws Problem not_found; invalid_state, when the key is revoked or expired; validation_failed, for a limit above
 * what its owner may set, or an unknown version.
 */
export async function updateKey(
  actor: Actor,
  { id, name, allowed_ips: allowedIps, rate_limit: requestedLimit, api_version: version }: UpdateApiKey,
  versions: readonly string[],
): Promise<ApiKey> {
  const uuid = parsePublicId("api_key", id)
  if (!uuid) throw new Problem("not_found")
  const newVersion = version === undefined ? undefined : pinnedVersion(version, versions)
  const key = await credentialTransaction(async (tx) => {
    const found = await lockKey(tx, actor.caller, uuid, "changed")
    const maximum = maxRateLimit(found.mode, found.rate_limit)
    if (requestedLimit !== undefined && requestedLimit > maximum)
      throw invalid("rate_limit", "too_big", `At most ${maximum} for this key.`)
    const rateLimit = requestedLimit === DEFAULT_RATE_LIMITS[found.mode] ? null : requestedLimit
    const before = {
      name: found.name,
      allowed_ips: found.allowed_ips,
      rate_limit: found.rate_limit,
      api_version: found.api_version,
    }
    const after = {
      name: name ?? found.name,
      allowed_ips: allowedIps ?? found.allowed_ips,
      rate_limit: rateLimit === undefined ? found.rate_limit : rateLimit,
      api_version: newVersion === undefined ? found.api_version : newVersion,
    }
    if (JSON.stringify(after) !== JSON.stringify(before))
      await audit(queryableOf(tx), actor, "api_key.updated", uuid, { before, after })
    return tx.apiKey.update({
      where: { id: uuid },
      data: {
        name: after.name,
        allowedIps: after.allowed_ips,
        rateLimit: after.rate_limit,
        apiVersion: after.api_version,
      },
      select: KEY_SELECT,
    })
  })
  return toApiKey(key)
}
