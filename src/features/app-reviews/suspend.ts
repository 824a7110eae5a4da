import { forgetCredentials } from "@/auth/bearer"
import { Problem } from "@/domain/problem"
import type { Suspend } from "@/features/app-reviews/schema"
import { type Decided, tellDeveloper } from "@/features/app-reviews/tell-developer"
import type { Actor } from "@/platform/audit"
import { query, transaction } from "@/platform/db"

const moving = (set: string, where: string): string => `
  UPDATE oauth_app a SET suspended_at = ${set}
  FROM account o, LATERAL (SELECT id, name, status FROM oauth_app_version WHERE app_id = (SELECT id FROM oauth_app WHERE client_id = $1)
                           ORDER BY (status = 'approved') DESC, number DESC LIMIT 1) v
  WHERE a.client_id = $1 AND a.deleted_at IS NULL AND a.account_id <> $2 AND o.id = a.account_id AND ${where}
  RETURNING a.id AS app_id, a.client_id, v.id AS version_id, v.name, o.name AS owner_name, o.email AS owner_email, o.locale AS owner_locale`

const SUSPEND = moving("now()", "a.suspended_at IS NULL")
const REINSTATE = moving("NULL", "a.suspended_at IS NOT NULL")

/**
 * Stops an app for everybody, at once; one that is not live for its testers.
 * @throws Problem not_found; invalid_state, when it is the reviewer's own, or suspended already.
 */
export const suspendApp = (actor: Actor, input: Suspend): Promise<void> => move(actor, input, "suspended", SUSPEND)

/**
 * Lets a suspended app work again.
 * @throws Problem not_found; invalid_state, when it is the reviewer's own, or not suspended.
 */
export const reinstateApp = (actor: Actor, input: Suspend): Promise<void> => move(actor, input, "reinstated", REINSTATE)

const move = async (
  actor: Actor,
  { client_id: clientId, words }: Suspend,
  decision: "suspended" | "reinstated",
  statement: string,
): Promise<void> => {
  if (clientId.includes("\0")) throw new Problem("not_found")
  const { accountId } = actor.caller
  await transaction(async (tx) => {
    const [decided] = await query<Decided>(statement, [clientId, accountId], tx)
    if (!decided) {
      const [app] = await query<{ own: boolean }>(
        "SELECT account_id = $2 AS own FROM oauth_app WHERE client_id = $1 AND deleted_at IS NULL",
        [clientId, accountId],
        tx,
      )
      if (!app) throw new Problem("not_found")
      throw new Problem("invalid_state", {
        message: app.own ? "Nobody reviews their own app." : `This app cannot be ${decision} as it stands now.`,
      })
    }
    await tellDeveloper(tx, actor, decided, decision, words)
  })
  forgetCredentials()
}
