import { mailAccount } from "@/auth/account-mail"
import { providerName } from "@/auth/external-identity/providers"
import type { IdentityProviderId } from "@/domain/identity-provider"
import { Problem } from "@/domain/problem"
import { type Actor, audit } from "@/platform/audit"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"

/** Disconnects an identity provider from the account. @throws Problem not_found */
export function removeIdentity(actor: Actor, provider: IdentityProviderId): Promise<void> {
  return prismaTransaction(async (tx) => {
    const { accountId } = actor.caller
    const { count } = await tx.externalIdentity.deleteMany({ where: { accountId, provider } })
    if (count === 0) throw new Problem("not_found")
    await audit(queryableOf(tx), actor, "identity.removed", accountId, { provider })
    await mailAccount(
      queryableOf(tx),
      accountId,
      { template: "identity_removed", provider: providerName(provider) },
      "/settings/security",
    )
  })
}
