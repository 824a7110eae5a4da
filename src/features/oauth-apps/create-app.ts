import { v7 as uuidv7 } from "uuid"
import { lockAccountRow } from "@/auth/lock-account-row"
import { Problem } from "@/domain/problem"
import { mintClientId } from "@/features/oauth-apps/client-id"
import { getOwnApp } from "@/features/oauth-apps/own-app"
import type { CreateApp, NewApp } from "@/features/oauth-apps/schema"
import { addSecret } from "@/features/oauth-apps/roll-secret"
import { type Actor, audit } from "@/platform/audit"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"

/** The most apps of one account, not counting deleted ones. */
const APPS_MAX = 20

/**
 * Creates an app with a draft of its first version. A confidential app gets a secret, which is only in the response.
 * @throws Problem email_not_verified; invalid_state, at 20 apps.
 */
export async function createApp(actor: Actor, { name, type }: CreateApp): Promise<NewApp> {
  const { accountId } = actor.caller
  return prismaTransaction(async (tx) => {
    // The lock on the account's row keeps two requests from both creating the 20th app.
    const account = await lockAccountRow(tx, accountId)
    if (!account?.verified) throw new Problem("email_not_verified")
    if ((await tx.oauthApp.count({ where: { accountId, liveAppId: null, deletedAt: null } })) >= APPS_MAX)
      throw new Problem("invalid_state", { message: `An account has at most ${APPS_MAX} apps; delete one first.` })
    const [id, clientId] = [uuidv7(), mintClientId()]
    await tx.oauthApp.create({
      data: {
        id,
        clientId,
        accountId,
        type,
        // A public client must always use PKCE; for a confidential one the developer decides.
        versions: { create: { id: uuidv7(), number: 1, name, pkceRequired: type === "public" } },
      },
    })
    const secret = type === "confidential" ? await addSecret(tx, id) : null
    await audit(queryableOf(tx), actor, "oauth_app.created", id, { client_id: clientId, name, type })
    return { app: await getOwnApp(accountId, clientId, tx), secret }
  })
}
