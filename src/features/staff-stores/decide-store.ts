import { v7 as uuidv7 } from "uuid"
import { forgetCredentials } from "@/auth/bearer"
import { Problem } from "@/domain/problem"
import type { DecideStore, StoreDecision } from "@/features/staff-stores/schema"
import { type Actor, audit } from "@/platform/audit"
import { query, transaction } from "@/platform/db"
import { env } from "@/platform/env"
import { addJob } from "@/platform/jobs"

interface Decided {
  id: number
  name: string
  owner_name: string | null
  owner_email: string
  owner_locale: string
}

const OWNER = `
  SELECT s.id, s.name, o.name AS owner_name, o.email AS owner_email, o.locale AS owner_locale
  FROM store s LEFT JOIN store_member m ON m.store_id = s.id AND m.role = 'owner' LEFT JOIN account o ON o.id = m.account_id
  WHERE s.slug = $1 AND NOT EXISTS (SELECT FROM store_member WHERE store_id = s.id AND account_id = $2)
  FOR UPDATE OF s`

// What has sold or listed something is suspended, not declined: its products and orders stay.
const MOVES: Record<StoreDecision, string> = {
  approve:
    "UPDATE store SET status = 'approved', approved_at = now() WHERE id = $1 AND status = 'pending' RETURNING id",
  decline:
    "DELETE FROM store s WHERE s.id = $1 AND s.status = 'pending' AND NOT EXISTS (SELECT FROM product WHERE store_id = s.id) RETURNING s.id",
  suspend: "UPDATE store SET status = 'suspended' WHERE id = $1 AND status <> 'suspended' RETURNING id",
  reinstate:
    "UPDATE store SET status = 'approved', approved_at = coalesce(approved_at, now()) WHERE id = $1 AND status = 'suspended' RETURNING id",
}

const DONE = { approve: "approved", decline: "declined", suspend: "suspended", reinstate: "reinstated" } as const

/**
 * Decides about a store, and mails the words to its owner. While it is suspended its products are not shown and its people
 * handle no orders.
 * @throws Problem not_found; invalid_state, when it is not in the state for this, or the reader works for it.
 */
export const decideStore = async (actor: Actor, { store, decision, words }: DecideStore): Promise<void> => {
  if (store.includes("\0")) throw new Problem("not_found")
  await transaction(async (tx) => {
    const [decided] = await query<Decided>(OWNER, [store, actor.caller.accountId], tx)
    const [moved] = decided ? await query(MOVES[decision], [decided.id], tx) : []
    if (!decided || !moved) {
      const [there] = await query("SELECT FROM store WHERE slug = $1", [store], tx)
      if (!there) throw new Problem("not_found")
      throw new Problem("invalid_state", {
        message: decided
          ? `This store cannot be ${DONE[decision]} as it stands now.`
          : "Nobody decides about their own store.",
      })
    }
    await audit(tx, actor, `store.${DONE[decision]}`, String(decided.id), { store, words })
    if (decided.owner_name === null) return
    await addJob(tx, "send_mail", {
      id: `store-${DONE[decision]}-${uuidv7()}`,
      to: decided.owner_email,
      locale: decided.owner_locale,
      template: `store_${DONE[decision]}`,
      values: { name: decided.owner_name, store: decided.name, words, link: `${env.appUrl}/store` },
    })
  })
  forgetCredentials()
}
