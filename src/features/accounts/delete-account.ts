import { forgetCredentials } from "@/auth/bearer"
import { revokeGrant } from "@/auth/revoke-grant"
import { tellAddressee } from "@/auth/tell-account"
import { invalid, Problem } from "@/domain/problem"
import { type Actor, audit } from "@/platform/audit"
import { type Queryable, query, transaction } from "@/platform/db"
import { withdrawDeliveries } from "@/webhooks/endpoint-state"

interface Leaving {
  name: string
  email: string
  locale: string
  matches: boolean
  owns: boolean
  staff: boolean
}

/** What belongs to nobody else and goes at once. */
const GOES = [
  "address",
  "email_token",
  "email_change",
  "totp",
  "recovery_code",
  "passkey",
  "webauthn_challenge",
  "sign_in_step",
  "avatar",
  "idempotency_key",
  "store_member",
  "account_usage",
]

/**
 * Deletes an account. Keys, sessions, endpoints, apps and what apps were allowed end at once. Orders stay for the stores and the tax
 * office, under an account that names nobody; the addresses of those that are over go now, of the others when they are over.
 * @param confirmation the account's e-mail address, typed
 * @throws Problem validation_failed, for another address; invalid_state, for the owner of a store, and for staff
 */
export const deleteAccount = async (actor: Actor, confirmation: string): Promise<void> => {
  const { accountId } = actor.caller
  const endpoints = await transaction(async (tx) => {
    const [account] = await query<Leaving>(
      `SELECT name, email, locale, email = $2 AS matches, 'staff' = ANY (roles) AS staff,
              EXISTS (SELECT FROM store_member m WHERE m.account_id = a.id AND m.role = 'owner') AS owns
       FROM account a WHERE id = $1 AND deleted_at IS NULL FOR UPDATE`,
      [accountId, confirmation.trim()],
      tx,
    )
    if (!account) throw new Problem("not_found")
    if (!account.matches) throw invalid("confirmation", "wrong", "This is not the address of the account.")
    if (account.owns) throw new Problem("invalid_state", { message: "You own a store: hand it over first." })
    if (account.staff) throw new Problem("invalid_state", { message: "An account of the staff cannot delete itself." })
    const ended = await endAccess(tx, accountId)
    for (const table of ["oauth_app_tester", "store_invitation"])
      await query(`DELETE FROM ${table} WHERE email = $1`, [account.email], tx)
    for (const table of GOES) await tx.query(`DELETE FROM ${table} WHERE account_id = $1`, [accountId])
    await query(
      `UPDATE account SET email = 'deleted-' || id || '@deleted.invalid', name = 'Deleted account', password_hash = NULL, phone = NULL, phone_verified_at = NULL,
              email_verified_at = NULL, avatar_path = NULL, roles = '{}', locked_at = now(), deleted_at = now(), updated_at = now()
       WHERE id = $1`,
      [accountId],
      tx,
    )
    await forgetAddresses(tx)
    await audit(tx, actor, "account.deleted", accountId)
    await tellAddressee(tx, account, "account_deleted", "/")
    return ended
  })
  forgetCredentials()
  for (const endpoint of endpoints) await withdrawDeliveries(endpoint)
}

/** @returns the endpoints that have ended */
const endAccess = async (tx: Queryable, accountId: string): Promise<string[]> => {
  await query(
    "UPDATE session SET revoked_at = now(), ip = NULL, user_agent = NULL WHERE account_id = $1",
    [accountId],
    tx,
  )
  await query("UPDATE api_key SET revoked_at = now() WHERE account_id = $1 AND revoked_at IS NULL", [accountId], tx)
  const endpoints = await query<{ id: string }>(
    "UPDATE webhook_endpoint SET deleted_at = now(), updated_at = now() WHERE account_id = $1 AND deleted_at IS NULL RETURNING id",
    [accountId],
    tx,
  )
  // Also what others have allowed this account's apps: nobody answers for those any more.
  await query("UPDATE oauth_app SET deleted_at = now() WHERE account_id = $1 AND deleted_at IS NULL", [accountId], tx)
  const grants = await query<{ id: string }>(
    "SELECT g.id FROM oauth_grant g JOIN oauth_app p ON p.id = g.app_id WHERE (g.account_id = $1 OR p.account_id = $1) AND g.revoked_at IS NULL ORDER BY g.id",
    [accountId],
    tx,
  )
  for (const { id } of grants) await revokeGrant(tx, id)
  return endpoints.map(({ id }) => id)
}

/** Takes people out of the delivery addresses of deleted accounts, once their orders are over. A city and its PIN code name nobody. */
export const forgetAddresses = async (tx: Queryable): Promise<void> => {
  await query(
    `UPDATE delivery_address d SET name = '-', phone = '-', line1 = '-', line2 = NULL, landmark = NULL
     FROM customer_order o JOIN account a ON a.id = o.account_id
     WHERE o.id = d.order_id AND a.deleted_at IS NOT NULL AND o.status IN ('delivered', 'cancelled') AND d.line1 <> '-'`,
    [],
    tx,
  )
}
