import { Problem } from "@/domain/problem"
import { getOwnApp, lockOwnApp } from "@/features/oauth-apps/own-app"
import type { OauthApp } from "@/features/oauth-apps/schema"
import { type Actor, audit } from "@/platform/audit"
import { query, transaction } from "@/platform/db"

export const TESTERS_MAX = 20

/**
 * Lets whoever has a verified account with an address use the app before it is approved, whether that account exists yet or not.
 * @throws Problem not_found; invalid_state, at 20 testers.
 */
export const addTester = (actor: Actor, clientId: string, email: string): Promise<OauthApp> =>
  transaction(async (tx) => {
    const { accountId } = actor.caller
    const { id } = await lockOwnApp(tx, accountId, clientId)
    const [count] = await query<{ testers: number }>(
      "SELECT count(*)::int AS testers FROM oauth_app_tester WHERE app_id = $1 AND email <> $2",
      [id, email],
      tx,
    )
    if (!count || count.testers >= TESTERS_MAX)
      throw new Problem("invalid_state", { message: `An app has at most ${TESTERS_MAX} testers; remove one first.` })
    const [added] = await query(
      "INSERT INTO oauth_app_tester (app_id, email) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING app_id",
      [id, email],
      tx,
    )
    if (added) await audit(tx, actor, "oauth_app.tester_added", id)
    return getOwnApp(accountId, clientId, tx)
  })

/** @throws Problem not_found, when there is no such app of the account or no such tester of the app. */
export const removeTester = (actor: Actor, clientId: string, email: string): Promise<OauthApp> =>
  transaction(async (tx) => {
    const { accountId } = actor.caller
    const { id } = await lockOwnApp(tx, accountId, clientId)
    const [removed] = await query(
      "DELETE FROM oauth_app_tester WHERE app_id = $1 AND email = $2 RETURNING app_id",
      [id, email],
      tx,
    )
    if (!removed) throw new Problem("not_found")
    await audit(tx, actor, "oauth_app.tester_removed", id)
    return getOwnApp(accountId, clientId, tx)
  })
