import { credentialTransaction } from "@/auth/api-key"
import { Problem } from "@/domain/problem"
import type { SuspensionInput } from "@/features/oauth-apps/reviews/schema"
import { recordDecision } from "@/features/oauth-apps/reviews/record-decision"
import type { Actor } from "@/platform/audit"
import type { Prisma } from "@/platform/prisma/client"
import { findCurrentVersions } from "@/features/oauth-apps/app-version"

/**
 * Suspends an app with its test client for all accounts immediately, even one that is not live, for its testers.
 * @throws Problem not_found; invalid_state, when it is the reviewer's own, or already suspended.
 */
export function suspendApp(actor: Actor, input: SuspensionInput): Promise<void> {
  return changeSuspension(actor, input, "suspended", {
    where: { suspendedAt: null },
    data: { suspendedAt: new Date() },
  })
}

/**
 * Reinstates a suspended app.
 * @throws Problem not_found; invalid_state, when it is the reviewer's own, or not suspended.
 */
export function reinstateApp(actor: Actor, input: SuspensionInput): Promise<void> {
  return changeSuspension(actor, input, "reinstated", {
    where: { suspendedAt: { not: null } },
    data: { suspendedAt: null },
  })
}

async function changeSuspension(
  actor: Actor,
  { client_id: clientId, message }: SuspensionInput,
  decision: "suspended" | "reinstated",
  { where, data }: { where: Prisma.OauthAppWhereInput; data: Prisma.OauthAppUpdateManyMutationInput },
): Promise<void> {
  if (clientId.includes("\0")) throw new Problem("not_found")
  const { accountId } = actor.caller
  await credentialTransaction(async (tx) => {
    const [changed] = await tx.oauthApp.updateManyAndReturn({
      where: { clientId, liveAppId: null, deletedAt: null, accountId: { not: accountId }, ...where },
      data,
      select: { id: true },
    })
    if (!changed) {
      const app = await tx.oauthApp.findFirst({
        where: { clientId, liveAppId: null, deletedAt: null },
        select: { accountId: true },
      })
      if (!app) throw new Problem("not_found")
      throw new Problem("invalid_state", {
        message:
          app.accountId === accountId
            ? "You cannot review your own app."
            : `This app cannot be ${decision} in its current state.`,
      })
    }
    const { live, open } = await findCurrentVersions(tx, changed.id)
    const version = live ?? open
    if (!version) throw new Error(`app ${changed.id} has no version`)
    await recordDecision(tx, actor, version.id, decision, message)
  })
}
