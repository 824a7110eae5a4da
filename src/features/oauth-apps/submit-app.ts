import { Problem } from "@/domain/problem"
import { missingFields } from "@/features/oauth-apps/missing-fields"
import { getOwnApp, lockOwnApp } from "@/features/oauth-apps/own-app"
import type { OauthApp } from "@/features/oauth-apps/schema"
import { type Actor, audit } from "@/platform/audit"
import { type Queryable, query, transaction } from "@/platform/db"
import { type AppVersionRow, COUNTING_VERSIONS } from "@/trpc/app-version"

/**
 * Hands the open version to the reviewers.
 * @throws Problem not_found; validation_failed, naming each missing field; invalid_state, when nothing is open or it is handed in already.
 */
export const submitApp = (actor: Actor, clientId: string): Promise<OauthApp> =>
  transaction(async (tx) => {
    const { accountId } = actor.caller
    const { id } = await lockOwnApp(tx, accountId, clientId)
    const open = (await query<AppVersionRow>(COUNTING_VERSIONS, [id], tx)).find(({ status }) => status !== "approved")
    if (!open) throw new Problem("invalid_state", { message: "Nothing has changed since the app was approved." })
    if (open.status === "in_review")
      throw new Problem("invalid_state", { message: "The app is being reviewed already." })
    const details = missingFields(open).map((param) => ({ param, code: "required", message: "Needed for a review." }))
    if (details.length > 0) throw new Problem("validation_failed", { details })
    await query(
      "UPDATE oauth_app_version SET status = 'in_review', submitted_at = clock_timestamp(), decided_at = NULL WHERE id = $1",
      [open.id],
      tx,
    )
    await audit(tx, actor, "oauth_app.submitted", id, { version: open.number })
    return getOwnApp(accountId, clientId, tx)
  })

/**
 * Takes the open version back from the reviewers.
 * @throws Problem not_found; invalid_state, when it is not with them.
 */
export const withdrawApp = (actor: Actor, clientId: string): Promise<OauthApp> =>
  transaction(async (tx) => {
    const { accountId } = actor.caller
    const { id } = await lockOwnApp(tx, accountId, clientId)
    const [withdrawn] = await moveOpen(
      tx,
      id,
      "UPDATE oauth_app_version SET status = 'draft', submitted_at = NULL WHERE app_id = $1 AND status = 'in_review' RETURNING number",
    )
    if (!withdrawn) throw new Problem("invalid_state", { message: "The app is not being reviewed." })
    await audit(tx, actor, "oauth_app.withdrawn", id, { version: withdrawn.number })
    return getOwnApp(accountId, clientId, tx)
  })

const moveOpen = (tx: Queryable, appId: string, statement: string): Promise<{ number: number }[]> =>
  query<{ number: number }>(statement, [appId], tx)

/**
 * Drops the changes that have not been approved; the live version stays.
 * @throws Problem not_found; invalid_state, when nothing is live, nothing is open, or it is being reviewed.
 */
export const discardChanges = (actor: Actor, clientId: string): Promise<OauthApp> =>
  transaction(async (tx) => {
    const { accountId } = actor.caller
    const { id } = await lockOwnApp(tx, accountId, clientId)
    const [dropped] = await moveOpen(
      tx,
      id,
      `DELETE FROM oauth_app_version WHERE app_id = $1 AND status IN ('draft', 'changes_requested')
         AND EXISTS (SELECT 1 FROM oauth_app_version live WHERE live.app_id = $1 AND live.status = 'approved') RETURNING number`,
    )
    if (!dropped) throw new Problem("invalid_state", { message: "There are no changes that could be dropped." })
    await audit(tx, actor, "oauth_app.changes_discarded", id, { version: dropped.number })
    return getOwnApp(accountId, clientId, tx)
  })
