import { Problem } from "@/domain/problem"
import { getOwnApp, lockOwnApp } from "@/features/oauth-apps/own-app"
import { type NewSecret, type OauthApp, SECRET_OVERLAPS, type SecretOverlap } from "@/features/oauth-apps/schema"
import { type Actor, audit } from "@/platform/audit"
import { type Queryable, query, transaction } from "@/platform/db"
import { hashCredential, mintCredential } from "@/platform/secrets"

/** Gives an app a secret that lasts. */
export const addSecret = async (tx: Queryable, appId: string): Promise<string> => {
  const secret = mintCredential("client_secret")
  await query(
    "INSERT INTO oauth_app_secret (hash, app_id, last_four) VALUES ($1, $2, $3)",
    [hashCredential(secret), appId, secret.slice(-4)],
    tx,
  )
  return secret
}

const END_OLD = "UPDATE oauth_app_secret SET expires_at = now() WHERE app_id = $1 AND expires_at > now()"

/**
 * Gives an app a new secret; the one that it replaces lives on for the overlap, and one before that ends now, so that two at most are alive.
 * @throws Problem not_found; invalid_state, for a public app.
 */
export const rollSecret = (actor: Actor, clientId: string, overlap: SecretOverlap): Promise<NewSecret> =>
  transaction(async (tx) => {
    const { accountId } = actor.caller
    const { id, type } = await lockOwnApp(tx, accountId, clientId)
    if (type === "public") throw new Problem("invalid_state", { message: "A public app has no secret." })
    await query(END_OLD, [id], tx)
    await query(
      "UPDATE oauth_app_secret SET expires_at = now() + make_interval(secs => $2) WHERE app_id = $1 AND expires_at IS NULL",
      [id, SECRET_OVERLAPS[overlap]],
      tx,
    )
    const secret = await addSecret(tx, id)
    await audit(tx, actor, "oauth_app.secret_rolled", id, { overlap })
    return { app: await getOwnApp(accountId, clientId, tx), secret }
  })

/**
 * Ends the secret that has been replaced, before its time.
 * @throws Problem not_found; invalid_state, when none is left.
 */
export const endOldSecret = (actor: Actor, clientId: string): Promise<OauthApp> =>
  transaction(async (tx) => {
    const { accountId } = actor.caller
    const { id } = await lockOwnApp(tx, accountId, clientId)
    const ended = await query(`${END_OLD} RETURNING last_four`, [id], tx)
    if (ended.length === 0) throw new Problem("invalid_state", { message: "The old secret has ended already." })
    await audit(tx, actor, "oauth_app.old_secret_ended", id)
    return getOwnApp(accountId, clientId, tx)
  })
