import { v7 as uuidv7 } from "uuid"
import { Problem } from "@/domain/problem"
import { mintClientId } from "@/features/oauth-apps/client-id"
import { getOwnApp } from "@/features/oauth-apps/own-app"
import type { CreateApp, NewApp } from "@/features/oauth-apps/schema"
import { addSecret } from "@/features/oauth-apps/roll-secret"
import { type Actor, audit } from "@/platform/audit"
import { query, transaction } from "@/platform/db"

/** Apps of one account that are not deleted. */
export const APPS_MAX = 20

/**
 * Makes an app with a draft of its first version; a confidential one gets a secret, which is in the answer and nowhere else.
 * @throws Problem email_not_verified; invalid_state, at 20 apps.
 */
export const createApp = async (actor: Actor, { name, type }: CreateApp): Promise<NewApp> => {
  const { accountId } = actor.caller
  return transaction(async (tx) => {
    // The account's row is the lock that keeps two requests from both making the 20th app.
    const [account] = await query<{ verified: boolean }>(
      "SELECT email_verified_at IS NOT NULL AS verified FROM account WHERE id = $1 FOR UPDATE",
      [accountId],
      tx,
    )
    if (!account?.verified) throw new Problem("email_not_verified")
    const [count] = await query<{ apps: number }>(
      "SELECT count(*)::int AS apps FROM oauth_app WHERE account_id = $1 AND deleted_at IS NULL",
      [accountId],
      tx,
    )
    if (!count || count.apps >= APPS_MAX)
      throw new Problem("invalid_state", { message: `An account has at most ${APPS_MAX} apps; delete one first.` })
    const [id, clientId] = [uuidv7(), mintClientId()]
    await query(
      "INSERT INTO oauth_app (id, client_id, account_id, type) VALUES ($1, $2, $3, $4)",
      [id, clientId, accountId, type],
      tx,
    )
    // A public client always proves itself by PKCE; for a confidential one it is the developer's choice.
    await query(
      "INSERT INTO oauth_app_version (id, app_id, number, name, redirect_uris, pkce_required) VALUES ($1, $2, 1, $3, '{}', $4)",
      [uuidv7(), id, name, type === "public"],
      tx,
    )
    const secret = type === "confidential" ? await addSecret(tx, id) : null
    await audit(tx, actor, "oauth_app.created", id, { client_id: clientId, name, type })
    return { app: await getOwnApp(accountId, clientId, tx), secret }
  })
}
