import { v7 as uuidv7 } from "uuid"
import type { ReviewDecision } from "@/domain/oauth-app"
import { type Actor, audit } from "@/platform/audit"
import { type Queryable, query } from "@/platform/db"
import { env } from "@/platform/env"
import { addJob } from "@/platform/jobs"

/** A decision on an app, and whom it concerns. */
export interface Decided {
  app_id: string
  client_id: string
  version_id: string
  name: string
  owner_name: string
  owner_email: string
  owner_locale: string
}

/** Keeps a decision with its words, audits it, and mails the words to the developer. */
export const tellDeveloper = async (
  tx: Queryable,
  actor: Actor,
  decided: Decided,
  decision: ReviewDecision,
  words: string,
): Promise<void> => {
  const id = uuidv7()
  await query(
    "INSERT INTO oauth_app_review (id, version_id, reviewer_id, decision, words) VALUES ($1, $2, $3, $4, $5)",
    [id, decided.version_id, actor.caller.accountId, decision, words],
    tx,
  )
  await audit(tx, actor, `oauth_app.${decision}`, decided.app_id, {
    client_id: decided.client_id,
    version: decided.version_id,
    review: id,
    words,
  })
  await addJob(tx, "send_mail", {
    id: `app-review-${id}`,
    to: decided.owner_email,
    locale: decided.owner_locale,
    template: `app_${decision}`,
    values: { name: decided.owner_name, app: decided.name, words, link: `${env.appUrl}/apps/${decided.client_id}` },
  })
}
