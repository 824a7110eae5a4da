import { publicId } from "@/domain/public-id"
import type { StoreRole } from "@/domain/store"
import { ownMembership } from "@/features/stores/own-membership"
import type { Invite, StorePeople } from "@/features/stores/schema"
import { query } from "@/platform/db"
import { toTimestamp } from "@/trpc/wire"

const PEOPLE = `
  SELECT a.id, a.name, a.email, m.role, m.created_at FROM store_member m JOIN account a ON a.id = m.account_id
  WHERE m.store_id = $1 ORDER BY m.role <> 'owner', lower(a.name), a.id`

const INVITATIONS =
  "SELECT email, role, expires_at FROM store_invitation WHERE store_id = $1 AND expires_at > now() ORDER BY created_at DESC, email"

/**
 * Who works for the account's store, its owner first.
 * @throws Problem not_found, when the account works for none.
 */
export const listPeople = async (accountId: string): Promise<StorePeople> => {
  const { store_id: storeId, role } = await ownMembership(accountId)
  const [people, invitations] = await Promise.all([
    query<{ id: string; name: string; email: string; role: StoreRole; created_at: Date }>(PEOPLE, [storeId]),
    role === "owner" ? query<Invite & { expires_at: Date }>(INVITATIONS, [storeId]) : [],
  ])
  return {
    role,
    people: people.map(({ id, created_at, ...person }) => ({
      ...person,
      id: publicId("account", id),
      since: toTimestamp(created_at),
      you: id === accountId,
    })),
    invitations: invitations.map((invitation) => ({ ...invitation, expires_at: toTimestamp(invitation.expires_at) })),
  }
}
