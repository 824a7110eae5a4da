import { type EndpointRow, toStoredEndpoint } from "@/webhooks/endpoints/endpoint-row"
import { API_VERSION } from "@/domain/api-version"
import { type Queryable, query } from "@/platform/db/query"
import { recordEvent } from "@/webhooks/events/record-events"

// SQL: it is read in the transaction that records attempts, which is one of pg.
const ENDPOINT_SQL = `
  SELECT id, url, description, events, status, disabled_reason AS "disabledReason", livemode, failures_in_a_row AS "failuresInARow",
    previous_secret_expires_at AS "previousSecretExpiresAt", created_at AS "createdAt", updated_at AS "updatedAt"
  FROM webhook_endpoint WHERE id = $1`
const RECORD_APP_EVENT_SQL =
  "SELECT record_app_event('webhook_endpoint.disabled', $1::uuid, NULL, $2::uuid, $3, $4, $5::json)"

/** Records webhook_endpoint.disabled for an endpoint's owner, whose other endpoints get it. */
export async function publishDisabled(
  tx: Queryable,
  { id, account_id: accountId, app_id: appId }: { id: string; account_id: string | null; app_id: string | null },
): Promise<void> {
  const [row] = await query<EndpointRow>(ENDPOINT_SQL, [id], tx)
  if (!row) return
  const data = toStoredEndpoint(row)
  if (accountId === null)
    await query(RECORD_APP_EVENT_SQL, [appId, id, API_VERSION, row.livemode, JSON.stringify(data)], tx)
  else
    await recordEvent(tx, {
      type: "webhook_endpoint.disabled",
      audience: { accountId },
      subjectId: id,
      livemode: row.livemode,
      data,
    })
}
