import { v7 as uuidv7 } from "uuid"
import { DEFAULT_RATE_LIMITS } from "@/auth/api-key"
import { lockAccountRow } from "@/auth/lock-account-row"
import { API_VERSION } from "@/domain/api-version"
import { invalid, Problem } from "@/domain/problem"
import { isSellerScope } from "@/domain/scope"
import { KEY_SELECT, keyMode, toApiKey } from "@/features/api-keys/key-row"
import { pinnedVersion } from "@/features/api-keys/pinned-version"
import type { CreateApiKey, NewApiKey } from "@/features/api-keys/schema"
import { type Actor, audit } from "@/platform/audit"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import { hashCredential, mintCredential } from "@/platform/secrets"

/** The most active keys of one account in a mode (neither revoked nor expired). */
const KEYS_MAX = 25

/**
 * Creates a key of the caller's mode; its secret is only in the response.
 * @param versions the existing API versions, the oldest first; the key gets the newest if the input names none
 * @throws Problem email_not_verified; validation_failed, for a scope or limit that the account may not grant, or an
 * unknown version; invalid_state, at 25 keys of the mode.
 */
export async function createKey(actor: Actor, input: CreateApiKey, versions: readonly string[]): Promise<NewApiKey> {
  const { accountId, storeId } = actor.caller
  const mode = keyMode(actor.caller)
  if (mode === "live" && storeId === null && input.scopes.some(isSellerScope))
    throw invalid("scopes", "not_a_seller", "Only members of a store can create live keys with seller scopes.")
  if (input.rate_limit !== null && input.rate_limit > DEFAULT_RATE_LIMITS[mode]) {
    throw invalid("rate_limit", "too_big", `At most ${DEFAULT_RATE_LIMITS[mode]} for a ${mode} key.`)
  }
  const apiVersion = pinnedVersion(input.api_version ?? versions.at(-1) ?? API_VERSION, versions)
  const secret = mintCredential(`${mode}_key`)
  const key = await prismaTransaction(async (tx) => {
    // The lock on the account's row keeps two requests from both creating the 25th key.
    const account = await lockAccountRow(tx, accountId)
    if (!account?.verified) throw new Problem("email_not_verified")
    const activeKeys = await tx.apiKey.count({
      where: { accountId, mode, revokedAt: null, OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }] },
    })
    if (activeKeys >= KEYS_MAX)
      throw new Problem("invalid_state", {
        message: `An account has at most ${KEYS_MAX} keys in a mode; revoke one first.`,
      })
    const created = await tx.apiKey.create({
      data: {
        id: uuidv7(),
        accountId,
        name: input.name,
        mode,
        scopes: input.scopes,
        allowedIps: input.allowed_ips,
        rateLimit: input.rate_limit,
        apiVersion,
        expiresAt: input.expires_at,
        secrets: { create: { hash: new Uint8Array(hashCredential(secret)), lastFour: secret.slice(-4) } },
      },
      select: KEY_SELECT,
    })
    await audit(queryableOf(tx), actor, "api_key.created", created.id, {
      name: input.name,
      mode,
      scopes: input.scopes,
    })
    return created
  })
  return { key: toApiKey(key), secret }
}
