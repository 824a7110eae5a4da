import { invalid, Problem } from "@/domain/problem"
import { storeSlugOf } from "@/domain/store"
import type { OpenStore } from "@/features/stores/schema"
import { type Actor, audit } from "@/platform/audit"
import { query, transaction } from "@/platform/db"

const INSERT = `
  INSERT INTO store (slug, name, description, support_email, city, district, state, pincode)
  SELECT $2, $3, nullif($4, ''), nullif($5, ''), $6, $7, $8, $9 FROM account WHERE id = $1 AND email_verified_at IS NOT NULL
  ON CONFLICT (slug) DO NOTHING RETURNING id`

/**
 * Applies for a store, whose owner the account becomes; staff decide about it.
 * @throws Problem email_not_verified; invalid_state, when the account works for a store already; validation_failed, when another
 * store has the name in addresses, or the name gives none.
 */
export const openStore = async (actor: Actor, input: OpenStore): Promise<void> => {
  const { accountId } = actor.caller
  const slug = input.slug === "" ? storeSlugOf(input.name) : input.slug
  if (slug === "")
    throw invalid(
      "slug",
      "required",
      "The name has no Latin letters or digits; choose how the store is named in addresses.",
    )
  await transaction(async (tx) => {
    const [account] = await query<{ verified: boolean }>(
      "SELECT email_verified_at IS NOT NULL AS verified FROM account WHERE id = $1 FOR UPDATE",
      [accountId],
      tx,
    )
    if (!account?.verified) throw new Problem("email_not_verified")
    const [member] = await query("SELECT FROM store_member WHERE account_id = $1", [accountId], tx)
    if (member) throw new Problem("invalid_state", { message: "An account works for one store at most." })
    const { name, description, support_email: supportEmail, city, district, state, pincode } = input
    const [store] = await query<{ id: number }>(
      INSERT,
      [accountId, slug, name, description, supportEmail, city, district, state, pincode],
      tx,
    )
    if (!store) throw invalid("slug", "taken", "Another store is named like this in addresses.")
    await query(
      "INSERT INTO store_member (store_id, account_id, role) VALUES ($1, $2, 'owner')",
      [store.id, accountId],
      tx,
    )
    await audit(tx, actor, "store.opened", String(store.id), { store: slug })
  })
}
