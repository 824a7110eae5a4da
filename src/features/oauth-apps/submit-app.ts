import { Problem } from "@/domain/problem"
import { missingFields } from "@/features/oauth-apps/missing-fields"
import { getOwnApp, lockOwnApp } from "@/features/oauth-apps/own-app"
import type { OauthApp } from "@/features/oauth-apps/schema"
import { type Actor, audit } from "@/platform/audit"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import { findCurrentVersions } from "@/features/oauth-apps/app-version"

/**
 * Submits the open version for review.
 * @throws Problem not_found; validation_failed, naming each missing field; invalid_state, when there is no open version
 * or it is already submitted.
 */
export function submitApp(actor: Actor, clientId: string): Promise<OauthApp> {
  return prismaTransaction(async (tx) => {
    const { accountId } = actor.caller
    const { id } = await lockOwnApp(tx, accountId, clientId)
    const { open } = await findCurrentVersions(tx, id)
    if (!open) throw new Problem("invalid_state", { message: "There are no changes since the app was approved." })
    if (open.status === "in_review")
      throw new Problem("invalid_state", { message: "The app is already being reviewed." })
    const details = missingFields(open).map((param) => ({ param, code: "required", message: "Required for a review." }))
    if (details.length > 0) throw new Problem("validation_failed", { details })
    await tx.oauthAppVersion.update({
      where: { id: open.id },
      data: { status: "in_review", submittedAt: new Date(), decidedAt: null, preselectsSensitive: false },
    })
    await audit(queryableOf(tx), actor, "oauth_app.submitted", id, { version: open.number })
    return getOwnApp(accountId, clientId, tx)
  })
}

/**
 * Withdraws the open version from review.
 * @throws Problem not_found; invalid_state, when it is not being reviewed.
 */
export function withdrawApp(actor: Actor, clientId: string): Promise<OauthApp> {
  return prismaTransaction(async (tx) => {
    const { accountId } = actor.caller
    const { id } = await lockOwnApp(tx, accountId, clientId)
    const [withdrawn] = await tx.oauthAppVersion.updateManyAndReturn({
      where: { appId: id, status: "in_review" },
      data: { status: "draft", submittedAt: null },
      select: { number: true },
    })
    if (!withdrawn) throw new Problem("invalid_state", { message: "The app is not being reviewed." })
    await audit(queryableOf(tx), actor, "oauth_app.withdrawn", id, { version: withdrawn.number })
    return getOwnApp(accountId, clientId, tx)
  })
}

/**
 * Discards the changes that were not approved; the live version stays.
 * @throws Problem not_found; invalid_state, when no version is live, none is open, or it is being reviewed.
 */
export function discardChanges(actor: Actor, clientId: string): Promise<OauthApp> {
  return prismaTransaction(async (tx) => {
    const { accountId } = actor.caller
    const { id } = await lockOwnApp(tx, accountId, clientId)
    const { live, open } = await findCurrentVersions(tx, id)
    const discarded =
      live &&
      open &&
      (await tx.oauthAppVersion.deleteMany({
        where: { id: open.id, status: { in: ["draft", "changes_requested"] } },
      }))
    if (!open || discarded?.count !== 1)
      throw new Problem("invalid_state", { message: "There are no changes to discard." })
    await audit(queryableOf(tx), actor, "oauth_app.changes_discarded", id, { version: open.number })
    return getOwnApp(accountId, clientId, tx)
  })
}
