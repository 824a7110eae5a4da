import { v7 as uuidv7 } from "uuid"
import type { ReviewDecision } from "@/domain/oauth-app"
import { type Actor, audit } from "@/platform/audit"
import { queryableOf } from "@/platform/db/transaction"
import { env } from "@/platform/env"
import { addJob } from "@/platform/jobs"
import type { Prisma } from "@/platform/prisma/client"

/** Stores and audits a decision on an app's version, and emails its message to the developer. */
export async function recordDecision(
  tx: Prisma.TransactionClient,
  actor: Actor,
  versionId: string,
  decision: ReviewDecision,
  message: string,
): Promise<void> {
  const id = uuidv7()
  const { version } = await tx.oauthAppReview.create({
    data: { id, versionId, reviewerId: actor.caller.accountId, decision, message },
    select: {
      version: {
        select: {
          name: true,
          app: {
            select: { id: true, clientId: true, account: { select: { name: true, email: true, locale: true } } },
          },
        },
      },
    },
  })
  const { id: appId, clientId, account: owner } = version.app
  await audit(queryableOf(tx), actor, `oauth_app.${decision}`, appId, {
    client_id: clientId,
    version: versionId,
    review: id,
    message,
  })
  await addJob(queryableOf(tx), "send_mail", {
    id: `app-review-${id}`,
    to: owner.email,
    locale: owner.locale,
    template: `app_${decision}`,
    values: { name: owner.name, app: version.name, words: message, link: `${env.appUrl}/apps/${clientId}` },
  })
}
