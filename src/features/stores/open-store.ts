import { lockAccountRow } from "@/auth/lock-account-row"
import { invalid, Problem } from "@/domain/problem"
import { toStoreSlug } from "@/domain/store"
import type { OpenStore } from "@/features/stores/schema"
import { type Actor, audit } from "@/platform/audit"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"

/**
 * Applies for a store, whose owner the account becomes; staff decide on it.
 * @throws Problem email_not_verified; invalid_state, when the account is already a member of a store;
 * validation_failed, when another store has the slug, or the name yields none.
 */
export async function openStore(actor: Actor, input: OpenStore): Promise<void> {
  const { accountId } = actor.caller
  const slug = input.slug === "" ? toStoreSlug(input.name) : input.slug
  if (slug === "")
    throw invalid("slug", "required", "The name has no Latin letters or digits. Choose a slug for the store's URLs.")
  await prismaTransaction(async (tx) => {
    const account = await lockAccountRow(tx, accountId)
    if (!account?.verified) throw new Problem("email_not_verified")
    if ((await tx.storeMember.count({ where: { accountId } })) > 0)
      throw new Problem("invalid_state", { message: "An account can be a member of one store only." })
    const { name, description, support_email: supportEmail, city, district, state, pincode } = input
    const [store] = await tx.store.createManyAndReturn({
      data: {
        slug,
        name,
        description: description || null,
        supportEmail: supportEmail || null,
        city,
        district,
        state,
        pincode,
      },
      select: { id: true },
      skipDuplicates: true,
    })
    if (!store) throw invalid("slug", "taken", "Another store has this slug.")
    await tx.storeMember.create({ data: { storeId: store.id, accountId, role: "owner" } })
    await audit(queryableOf(tx), actor, "store.opened", String(store.id), { store: slug })
  })
}
