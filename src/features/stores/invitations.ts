import { v7 as uuidv7 } from "uuid"
import { forgetCredentials } from "@/auth/bearer"
import { Problem } from "@/domain/problem"
import { lockOwnedStore } from "@/features/stores/own-membership"
import type { Invitation, Invite } from "@/features/stores/schema"
import { type Actor, audit } from "@/platform/audit"
import { query, transaction } from "@/platform/db"
import { env } from "@/platform/env"
import { addJob } from "@/platform/jobs"
import { toTimestamp } from "@/trpc/wire"

const INVITED_DAYS = 14
const INVITATIONS_MAX = 50

const INVITE = `
  INSERT INTO store_invitation (store_id, email, role, expires_at)
  SELECT $1, $2, $3, now() + make_interval(days => ${INVITED_DAYS})
  WHERE (SELECT count(*) FROM store_invitation WHERE store_id = $1 AND email <> $2) < ${INVITATIONS_MAX}
  ON CONFLICT (store_id, email) DO UPDATE SET role = excluded.role, expires_at = excluded.expires_at
  RETURNING store_id`

/**
 * Asks somebody into the store by address, for 14 days; the answer is the same whether or not an account has it.
 * @throws Problem not_found, for all but an owner; invalid_state, at 50 invitations, or when they work for the store already.
 */
export const invite = (actor: Actor, { email, role }: Invite): Promise<void> =>
  transaction(async (tx) => {
    const store = await lockOwnedStore(tx, actor.caller.accountId)
    const [member] = await query(
      "SELECT FROM store_member m JOIN account a ON a.id = m.account_id WHERE m.store_id = $1 AND a.email = $2",
      [store.id, email],
      tx,
    )
    if (member) throw new Problem("invalid_state", { message: "They work for the store already." })
    const [invited] = await query(INVITE, [store.id, email, role], tx)
    if (!invited)
      throw new Problem("invalid_state", {
        message: `A store has at most ${INVITATIONS_MAX} invitations; take one back first.`,
      })
    await audit(tx, actor, "store.invited", String(store.id), { role })
    const [reader] = await query<{ name: string | null; locale: string }>(
      "SELECT a.name, coalesce(a.locale, o.locale) AS locale FROM account o LEFT JOIN account a ON a.email = $2 WHERE o.id = $1",
      [actor.caller.accountId, email],
      tx,
    )
    await addJob(tx, "send_mail", {
      id: `store-invitation-${uuidv7()}`,
      to: email,
      locale: reader?.locale ?? "en",
      template: "store_invitation",
      values: { name: reader?.name ?? email, store: store.name, link: `${env.appUrl}/store` },
    })
  })

/** @throws Problem not_found, for all but an owner, or when there is no such invitation. */
export const withdrawInvitation = (actor: Actor, email: string): Promise<void> =>
  transaction(async (tx) => {
    const store = await lockOwnedStore(tx, actor.caller.accountId)
    const [gone] = await query(
      "DELETE FROM store_invitation WHERE store_id = $1 AND email = $2 RETURNING store_id",
      [store.id, email],
      tx,
    )
    if (!gone) throw new Problem("not_found")
    await audit(tx, actor, "store.invitation_withdrawn", String(store.id))
  })

const MINE = `
  SELECT s.slug AS store, s.name, i.role, i.expires_at
  FROM store_invitation i JOIN store s ON s.id = i.store_id JOIN account a ON a.email = i.email
  WHERE a.id = $1 AND a.email_verified_at IS NOT NULL AND i.expires_at > now() AND s.status <> 'suspended' ORDER BY i.created_at DESC`

/** The stores that have asked the account in, by its verified address. */
export const listInvitations = async (accountId: string): Promise<Invitation[]> =>
  (await query<Omit<Invitation, "expires_at"> & { expires_at: Date }>(MINE, [accountId])).map((invitation) => ({
    ...invitation,
    expires_at: toTimestamp(invitation.expires_at),
  }))

const TAKE = `
  DELETE FROM store_invitation i USING store s, account a
  WHERE s.id = i.store_id AND s.slug = $2 AND a.id = $1 AND a.email = i.email AND a.email_verified_at IS NOT NULL AND i.expires_at > now()
  RETURNING i.store_id, i.role`

/**
 * Accepts or declines an invitation, once.
 * @throws Problem not_found; invalid_state, when the account works for a store already.
 */
export const answerInvitation = async (actor: Actor, slug: string, accept: boolean): Promise<void> => {
  const { accountId } = actor.caller
  await transaction(async (tx) => {
    await query("SELECT FROM account WHERE id = $1 FOR UPDATE", [accountId], tx)
    const [taken] = slug.includes("\0")
      ? []
      : await query<{ store_id: number; role: string }>(TAKE, [accountId, slug], tx)
    if (!taken) throw new Problem("not_found")
    if (!accept) return audit(tx, actor, "store.invitation_declined", String(taken.store_id))
    const [joined] = await query(
      "INSERT INTO store_member (store_id, account_id, role) VALUES ($1, $2, $3) ON CONFLICT (account_id) DO NOTHING RETURNING store_id",
      [taken.store_id, accountId, taken.role],
      tx,
    )
    if (!joined)
      throw new Problem("invalid_state", {
        message: "An account works for one store at most; leave the other one first.",
      })
    await audit(tx, actor, "store.joined", String(taken.store_id), { role: taken.role })
  })
  forgetCredentials()
}
