import { Problem } from "@/domain/problem"
import { acceptAddress } from "@/features/webhook-endpoints/accept-address"
import { ENDPOINT_COLUMNS, type EndpointRow } from "@/features/webhook-endpoints/endpoint-row"
import { getOwnEndpoint, OWN, ownValues } from "@/features/webhook-endpoints/own-endpoint"
import type { UpdateEndpoint } from "@/features/webhook-endpoints/schema"
import { type Actor, audit } from "@/platform/audit"
import { query, transaction } from "@/platform/db"
import { wakeEndpoint } from "@/webhooks/endpoint-state"

const BEFORE = `SELECT status FROM webhook_endpoint WHERE ${OWN} FOR NO KEY UPDATE`

// Enabling is a fresh start: what failed before does not count towards disabling it again.
const UPDATE = `
  UPDATE webhook_endpoint SET url = coalesce($4, url), description = coalesce($5, description), events = coalesce($6, events),
    status = coalesce($7, status), disabled_reason = CASE WHEN $7::text IS NULL THEN disabled_reason END,
    failures_in_a_row = CASE WHEN $7 = 'enabled' AND status <> 'enabled' THEN 0 ELSE failures_in_a_row END, updated_at = now()
  WHERE ${OWN} RETURNING ${ENDPOINT_COLUMNS}`

/**
 * Changes what is named, and pauses or resumes.
 * @throws Problem not_found; validation_failed, for an address that nothing may be sent to.
 */
export const updateEndpoint = async (
  actor: Actor,
  { id, url, description, events, status }: UpdateEndpoint,
): Promise<EndpointRow> => {
  const own = ownValues(actor.caller, id)
  // An address that stays is not asked about again: its name server may be away while something else is changed.
  const moved = url !== undefined && url !== (await getOwnEndpoint(actor.caller, id)).url
  if (moved) await acceptAddress(url)
  const { updated, resumed } = await transaction(async (tx) => {
    const [before] = await query<Pick<EndpointRow, "status">>(BEFORE, own, tx)
    const [row] = await query<EndpointRow>(
      UPDATE,
      [...own, url ?? null, description ?? null, events ?? null, status ?? null],
      tx,
    )
    if (!row) throw new Problem("not_found")
    await audit(tx, actor, "webhook_endpoint.updated", row.id, {
      ...(moved && { url }),
      ...(events && { events }),
      ...(status && { status }),
    })
    return { updated: row, resumed: row.status === "enabled" && before?.status !== "enabled" }
  })
  if (resumed) await wakeEndpoint(updated.id)
  return updated
}
