import { v7 as uuidv7 } from "uuid"
import { limitSubject } from "@/auth/network"
import { type Addressee, tellAddressee } from "@/auth/tell-account"
import { invalid, Problem } from "@/domain/problem"
import { type Actor, audit } from "@/platform/audit"
import { type Queryable, query, transaction } from "@/platform/db"
import { takeOrRefuse } from "@/platform/rate-limit"
import { mintLinkToken, sha256 } from "@/platform/secrets"

const PER_DAY = 5
const DAY_SECONDS = 24 * 60 * 60
const LIFETIME_SECONDS = DAY_SECONDS
const TOKEN = /^[A-Za-z0-9_-]{43}$/

export type ChangeEnd = "old" | "new"

interface ChangeRow {
  id: string
  account_id: string
  old_email: string
  new_email: string
  old_confirmed: boolean
  new_confirmed: boolean
  end: ChangeEnd
}

const OPEN = "ended_at IS NULL AND expires_at > now()"

/**
 * Begins to change an account's address: mails a link to both ends. A change that was open before ends.
 * @throws Problem validation_failed, for the address it has; rate_limit_exceeded
 */
export const requestEmailChange = async (actor: Actor, email: string): Promise<void> => {
  const { accountId } = actor.caller
  await takeOrRefuse(`change-email:${accountId}`, PER_DAY, DAY_SECONDS)
  await transaction(async (tx) => {
    const [account] = await query<Addressee & { verified: boolean; same: boolean }>(
      "SELECT name, email, locale, email_verified_at IS NOT NULL AS verified, email = $2 AS same FROM account WHERE id = $1 FOR UPDATE",
      [accountId, email],
      tx,
    )
    if (!account) throw new Problem("not_found")
    if (account.same) throw invalid("email", "same", "This is the address that the account has.")
    await query("UPDATE email_change SET ended_at = now() WHERE account_id = $1 AND ended_at IS NULL", [accountId], tx)
    const [atOld, atNew] = [mintLinkToken(), mintLinkToken()]
    await query(
      `INSERT INTO email_change (id, account_id, old_email, new_email, old_hash, new_hash, old_confirmed_at, expires_at)
       VALUES ($1, $2, $3, $4, $5, $6, CASE WHEN $7 THEN NULL ELSE now() END, now() + make_interval(secs => $8))`,
      [uuidv7(), accountId, account.email, email, sha256(atOld), sha256(atNew), account.verified, LIFETIME_SECONDS],
      tx,
    )
    await audit(tx, actor, "account.email_change_requested", accountId)
    await tellAddressee(tx, account, { template: "email_change_old", email }, `/confirm-email-change?token=${atOld}`)
    // Whether somebody else has the new address is told to nobody but its reader.
    await tellAddressee(
      tx,
      { ...account, email },
      { template: "email_change_new", email },
      `/confirm-email-change?token=${atNew}`,
    )
  })
}

const findChange = async (tx: Queryable | undefined, token: string, lock = ""): Promise<ChangeRow> => {
  const hash = sha256(token)
  const [change] = TOKEN.test(token)
    ? await query<ChangeRow>(
        `SELECT id, account_id, old_email, new_email, old_confirmed_at IS NOT NULL AS old_confirmed, new_confirmed_at IS NOT NULL AS new_confirmed,
                CASE WHEN old_hash = $1 THEN 'old' ELSE 'new' END AS end
         FROM email_change WHERE (old_hash = $1 OR new_hash = $1) AND ${OPEN} ${lock}`,
        [hash],
        tx,
      )
    : []
  if (!change) throw new Problem("not_found", { message: "This link has been used, was stopped or has expired." })
  return change
}

export interface ShownChange {
  end: ChangeEnd
  new_email: string
  /** Whether this end has said yes already. */
  confirmed: boolean
}

/** What a mailed link is about. @throws Problem not_found */
export const getEmailChange = async (token: string, address: string | null): Promise<ShownChange> => {
  await takeOrRefuse(`email-change-link:${limitSubject(address)}`, 60, 60)
  const { end, new_email, old_confirmed, new_confirmed } = await findChange(undefined, token)
  return { end, new_email, confirmed: end === "old" ? old_confirmed : new_confirmed }
}

interface Place {
  address: string | null
  requestId: string
}

/**
 * One end says yes; with the second yes the address changes.
 * @returns whether it has changed
 * @throws Problem not_found; invalid_state, when somebody else has come to use the new address
 */
export const confirmEmailChange = async (token: string, { address, requestId }: Place): Promise<boolean> => {
  const outcome = await transaction(async (tx) => {
    const change = await findChange(tx, token, "FOR UPDATE")
    await query(
      `UPDATE email_change SET ${change.end}_confirmed_at = coalesce(${change.end}_confirmed_at, now()) WHERE id = $1`,
      [change.id],
      tx,
    )
    if (!(change.end === "old" ? change.new_confirmed : change.old_confirmed)) return "waiting"
    await query("UPDATE email_change SET ended_at = now() WHERE id = $1", [change.id], tx)
    const [changed] = await query<Addressee>(
      `UPDATE account SET email = $2, email_verified_at = now(), updated_at = now()
       WHERE id = $1 AND email = $3 AND locked_at IS NULL AND NOT EXISTS (SELECT FROM account WHERE email = $2 AND id <> $1) RETURNING name, email, locale`,
      [change.account_id, change.new_email, change.old_email],
      tx,
    )
    if (!changed) return "taken"
    // Links that were mailed to the old address open nothing any more.
    await query(
      "UPDATE email_token SET used_at = now() WHERE account_id = $1 AND used_at IS NULL",
      [change.account_id],
      tx,
    )
    await audit(
      tx,
      { caller: { kind: "system", accountId: change.account_id }, address, requestId },
      "account.email_changed",
      change.account_id,
    )
    for (const email of [change.old_email, change.new_email]) {
      await tellAddressee(
        tx,
        { ...changed, email },
        { template: "email_changed", email: change.new_email },
        "/settings/account",
      )
    }
    return "changed"
  })
  if (outcome === "taken") throw new Problem("invalid_state", { message: "This address cannot be used." })
  return outcome === "changed"
}

/** The old address says no: nothing changes. @throws Problem not_found, for the new address's link too */
export const stopEmailChange = (token: string, { address, requestId }: Place): Promise<void> =>
  transaction(async (tx) => {
    const change = await findChange(tx, token, "FOR UPDATE")
    if (change.end !== "old") throw new Problem("not_found")
    await query("UPDATE email_change SET ended_at = now() WHERE id = $1", [change.id], tx)
    await audit(
      tx,
      { caller: { kind: "system", accountId: change.account_id }, address, requestId },
      "account.email_change_stopped",
      change.account_id,
    )
  })

export interface OpenChange {
  new_email: string
  old_confirmed: boolean
  new_confirmed: boolean
}

/** The change that waits for its ends; null when there is none. */
export const openEmailChange = async (accountId: string): Promise<OpenChange | null> => {
  const [change] = await query<OpenChange>(
    `SELECT new_email, old_confirmed_at IS NOT NULL AS old_confirmed, new_confirmed_at IS NOT NULL AS new_confirmed FROM email_change WHERE account_id = $1 AND ${OPEN}`,
    [accountId],
  )
  return change ?? null
}

/** Gives up the change that is open. @throws Problem not_found */
export const cancelEmailChange = (actor: Actor): Promise<void> =>
  transaction(async (tx) => {
    const { accountId } = actor.caller
    const ended = await query(
      `UPDATE email_change SET ended_at = now() WHERE account_id = $1 AND ${OPEN} RETURNING id`,
      [accountId],
      tx,
    )
    if (ended.length === 0) throw new Problem("not_found")
    await audit(tx, actor, "account.email_change_cancelled", accountId)
  })
