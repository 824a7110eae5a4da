import { Problem } from "@/domain/problem"
import { getOwnApp, lockOwnApp } from "@/features/oauth-apps/own-app"
import type { OauthApp } from "@/features/oauth-apps/schema"
import { type Actor, audit } from "@/platform/audit"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"

const TESTERS_MAX = 20

/**
 * Lets an account with this confirmed email address use the app before it is approved. The account need not exist yet.
 * @throws Problem not_found; invalid_state, at 20 testers.
 */
export function addTester(actor: Actor, clientId: string, email: string): Promise<OauthApp> {
  return prismaTransaction(async (tx) => {
    const { accountId } = actor.caller
    const { id } = await lockOwnApp(tx, accountId, clientId)
    const others = await tx.oauthAppTester.count({ where: { appId: id, email: { not: email } } })
    if (others >= TESTERS_MAX)
      throw new Problem("invalid_state", {
        message: `An app has at most ${TESTERS_MAX} testers; remove one first.`,
      })
    const added = await tx.oauthAppTester.createMany({ data: { appId: id, email }, skipDuplicates: true })
    if (added.count > 0) await audit(queryableOf(tx), actor, "oauth_app.tester_added", id)
    return getOwnApp(accountId, clientId, tx)
  })
}

/** @throws Problem not_found, when the account has no such app or the app has no such tester. */
export function removeTester(actor: Actor, clientId: string, email: string): Promise<OauthApp> {
  return prismaTransaction(async (tx) => {
    const { accountId } = actor.caller
    const { id } = await lockOwnApp(tx, accountId, clientId)
    const removed = await tx.oauthAppTester.deleteMany({ where: { appId: id, email } })
    if (removed.count === 0) throw new Problem("not_found")
    await audit(queryableOf(tx), actor, "oauth_app.tester_removed", id)
    return getOwnApp(accountId, clientId, tx)
  })
}
