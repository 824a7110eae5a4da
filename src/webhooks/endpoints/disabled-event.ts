import { type EndpointRow, toStoredEndpoint } from "@/webhooks/endpoints/endpoint-row"
import { type Queryable, query } from "@/platform/db/query"
import { recordEvent } from "@/webhooks/events/record-events"

// SQL, because it is read in the transaction that records attempts, which is one of pg.
const ENDPOINT_SQL = `
  SELECT id, url, description, events, status, disabled_reason AS "disabledReason", livemode, failures_in_a_row AS "failuresInARow",
    previous_secret_expires_at AS "previousSecretExpiresAt", created_at AS "createdAt", updated_at AS "updatedAt"
  FROM webhook_endpoint WHERE id = $1`

/** Records webhook_endpoint.disabled for an account, whose other endpoints get it. */
export async function publishDisabled(tx: Queryable, endpoint: { id: string; account_id: string }): Promise<void> {
  const [row] = await query<EndpointRow>(ENDPOINT_SQL, [endpoint.id], tx)
  if (!row) return
  await recordEvent(tx, {
    type: "webhook_endpoint.disabled",
    audience: { accountId: endpoint.account_id },
    subjectId: row.id,
    livemode: row.livemode,
    data: toStoredEndpoint(row),
  })
}
