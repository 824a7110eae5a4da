import { Problem } from "@/domain/problem"
import type { Decide } from "@/features/app-reviews/schema"
import { type Decided, tellDeveloper } from "@/features/app-reviews/tell-developer"
import type { Actor } from "@/platform/audit"
import { type Queryable, query, transaction } from "@/platform/db"

// One statement decides, so that of two reviewers one does; and only on what the reviewer has seen.
const DECIDE = `
  UPDATE oauth_app_version v SET status = $2, decided_at = now()
  FROM oauth_app a JOIN account o ON o.id = a.account_id
  WHERE v.id = $1 AND v.status = 'in_review' AND v.submitted_at = $3 AND a.id = v.app_id AND a.deleted_at IS NULL AND a.account_id <> $4
  RETURNING a.id AS app_id, a.client_id, v.id AS version_id, v.name, o.name AS owner_name, o.email AS owner_email, o.locale AS owner_locale`

/**
 * Approves a version, or asks for changes.
 * @throws Problem not_found; invalid_state, when it is the reviewer's own app, when it has been decided or withdrawn, or when another
 * one has been submitted since.
 */
export const decide = (actor: Actor, { version, submitted_at, decision, words }: Decide): Promise<void> =>
  transaction(async (tx) => {
    const [decided] = await query<Decided>(DECIDE, [version, decision, submitted_at, actor.caller.accountId], tx)
    if (!decided) throw await whyNot(tx, version, actor.caller.accountId)
    await tellDeveloper(tx, actor, decided, decision, words)
  })

const whyNot = async (tx: Queryable, version: string, reviewerId: string): Promise<Problem> => {
  const [found] = await query<{ own: boolean }>(
    "SELECT a.account_id = $2 AS own FROM oauth_app_version v JOIN oauth_app a ON a.id = v.app_id WHERE v.id = $1 AND a.deleted_at IS NULL AND v.status <> 'draft'",
    [version, reviewerId],
    tx,
  )
  if (!found) return new Problem("not_found")
  return new Problem("invalid_state", {
    message: found.own
      ? "Nobody reviews their own app."
      : "This has been decided, withdrawn or submitted anew in the meantime.",
  })
}
