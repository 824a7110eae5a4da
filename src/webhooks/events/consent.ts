// SQL: the conditions of a consent are shared with statements in SQL.
import { IDENTITY_AS_CONSENTED, JOIN_CLIENT_AND_APP, MAY_USE_APP } from "@/auth/app-access"
import { personaOf } from "@/auth/persona"
import { publicId } from "@/domain/public-id"
import { HANDLES_APPROVED_ORDERS_SQL } from "@/domain/store"
import { EXAMPLE_ACCOUNT_ID, isAboutAccount } from "@/domain/webhook-event"
import { query } from "@/platform/db/query"

/**
 * SQL condition on an event of an app: the consent that covers it is live. The event of its end needs none.
 * @param event alias of webhook_event
 */
export function consentedSql(event: string): string {
  return `(${event}.grant_id IS NULL OR ${event}.type = 'app.deauthorized' OR EXISTS (
    SELECT FROM oauth_grant g ${JOIN_CLIENT_AND_APP} JOIN account a ON a.id = g.account_id JOIN account o ON o.id = p.account_id
    WHERE g.id = ${event}.grant_id AND g.revoked_at IS NULL AND ${MAY_USE_APP} AND ${IDENTITY_AS_CONSENTED}
      AND coalesce(scope_of_event(${event}.type) = ANY (g.scopes), true)
      AND (NOT ${event}.livemode OR ${event}.type NOT LIKE 'seller.%' OR EXISTS (
        SELECT FROM seller_order d JOIN store_member m ON m.store_id = d.store_id AND m.account_id = g.account_id JOIN store s ON s.id = m.store_id
        WHERE d.id = ${event}.subject_id AND ${HANDLES_APPROVED_ORDERS_SQL}))))`
}

/**
 * SQL expression: the event is the sample of a test that an app sent to its endpoint. A sample belongs to nobody.
 * @param event alias of webhook_event
 */
export function sampleOfAppSql(event: string): string {
  return `(${event}.account_id IS NULL AND ${event}.app_id IS NULL AND ${event}.store_id IS NULL AND EXISTS (
    SELECT FROM webhook_endpoint t WHERE t.id = ${event}.subject_id AND t.app_id IS NOT NULL))`
}

const GRANTS_SQL = `
  SELECT g.id, g.account_id, g.persona, c.live_app_id FROM oauth_grant g JOIN oauth_app c ON c.id = g.app_id WHERE g.id = ANY ($1::uuid[])`

/** Returns, for each grant, the account id by which its client knows the person: pairwise where it knows a persona. */
async function accountsOfGrants(grantIds: readonly string[]): Promise<Map<string, string>> {
  if (grantIds.length === 0) return new Map()
  const rows = await query<{ id: string; account_id: string; persona: boolean; live_app_id: string | null }>(
    GRANTS_SQL,
    [[...new Set(grantIds)]],
  )
  return new Map(
    rows.map(({ id, account_id: accountId, persona, live_app_id: liveAppId }) => [
      id,
      persona && liveAppId !== null ? personaOf(liveAppId, accountId).subject : publicId("account", accountId),
    ]),
  )
}

interface EventOfAccount {
  type: string
  grantId: string | null
  /** The result of sampleOfAppSql(), where samples are read. */
  isSampleOfApp?: boolean
}

/** Adds to each event of an app the account that it is about, an example to a sample; null for all others. */
export async function withAccounts<Row extends EventOfAccount>(
  rows: readonly Row[],
): Promise<(Row & { account: string | null })[]> {
  const accounts = await accountsOfGrants(rows.flatMap(({ grantId }) => (grantId === null ? [] : [grantId])))
  const accountOf = ({ type, grantId, isSampleOfApp = false }: Row): string | null => {
    if (grantId !== null) return accounts.get(grantId) ?? null
    return isSampleOfApp && isAboutAccount(type) ? EXAMPLE_ACCOUNT_ID : null
  }
  return rows.map((row) => ({ ...row, account: accountOf(row) }))
}
