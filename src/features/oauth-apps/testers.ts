import { Problem } from "@/domain/problem"
import { uuidOf } from "@/domain/public-id"
import { getOwnApp, lockOwnApp } from "@/features/oauth-apps/own-app"
import type { OauthApp } from "@/features/oauth-apps/schema"
import { type Actor, audit } from "@/platform/audit"
import { query, transaction } from "@/platform/db"
import { takeFromLimit } from "@/platform/rate-limit"

export const TESTERS_MAX = 20
// The list tells who became a tester, so asking must not be a way to try out addresses.
const PER_HOUR = 30
const HOUR_SECONDS = 60 * 60

/**
 * Lets the account with an address use the app before it is approved. The answer is the same when no account has the address.
 * @throws Problem not_found; invalid_state, at 20 testers; rate_limit_exceeded.
 */
export const addTester = async (actor: Actor, clientId: string, email: string): Promise<void> => {
  const { accountId } = actor.caller
  const allowance = await takeFromLimit(`add-tester:${accountId}`, PER_HOUR, HOUR_SECONDS)
  if (!allowance.allowed) throw new Problem("rate_limit_exceeded", { retryAfter: allowance.resetSeconds })
  await transaction(async (tx) => {
    const { id } = await lockOwnApp(tx, accountId, clientId)
    const [count] = await query<{ testers: number }>("SELECT count(*)::int AS testers FROM oauth_app_tester WHERE app_id = $1", [id], tx)
    if (!count || count.testers >= TESTERS_MAX) throw new Problem("invalid_state", { message: `An app has at most ${TESTERS_MAX} testers; remove one first.` })
    const [added] = await query<{ account_id: string }>(
      "INSERT INTO oauth_app_tester (app_id, account_id) SELECT $1, id FROM account WHERE email = $2 AND id <> $3 ON CONFLICT DO NOTHING RETURNING account_id",
      [id, email, accountId],
      tx,
    )
    if (added) await audit(tx, actor, "oauth_app.tester_added", id, { account: added.account_id })
  })
}

/** @throws Problem not_found, when there is no such app of the account or no such tester of the app. */
export const removeTester = (actor: Actor, clientId: string, tester: string): Promise<OauthApp> =>
  transaction(async (tx) => {
    const { accountId } = actor.caller
    const { id } = await lockOwnApp(tx, accountId, clientId)
    const [removed] = await query("DELETE FROM oauth_app_tester WHERE app_id = $1 AND account_id = $2 RETURNING account_id", [id, uuidOf("account", tester)], tx)
    if (!removed) throw new Problem("not_found")
    await audit(tx, actor, "oauth_app.tester_removed", id, { account: uuidOf("account", tester) ?? "" })
    return getOwnApp(accountId, clientId, tx)
  })
