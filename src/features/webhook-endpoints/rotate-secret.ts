import { Problem } from "@/domain/problem"
import { ENDPOINT_COLUMNS, type EndpointRow } from "@/features/webhook-endpoints/endpoint-row"
import { sealed, type SealedEndpoint, unsealed } from "@/features/webhook-endpoints/new-secret"
import { OWN, ownValues } from "@/features/webhook-endpoints/own-endpoint"
import type { WebhookEndpointSecret } from "@/features/webhook-endpoints/schema"
import { type Actor, audit } from "@/platform/audit"
import { type Queryable, query, transaction } from "@/platform/db"
import { type Idempotency, idempotent } from "@/platform/idempotency"
import { mintSecret, sealSecret } from "@/webhooks/endpoint-secret"

/** How long the secret that was replaced signs too. */
export const OVERLAP_SECONDS = 86_400

const ROTATE = `
  UPDATE webhook_endpoint SET secret_encrypted = $4, previous_secret_encrypted = secret_encrypted,
    previous_secret_expires_at = now() + make_interval(secs => ${OVERLAP_SECONDS}), updated_at = now()
  WHERE ${OWN} RETURNING ${ENDPOINT_COLUMNS}`

/**
 * Gives an endpoint a new secret; the one that it replaces signs too for 24 hours, and one before that no more.
 * @throws Problem not_found
 */
export const rotateSecret = async (
  actor: Actor,
  id: string,
  idempotency: Idempotency | null,
): Promise<WebhookEndpointSecret> => {
  const own = ownValues(actor.caller, id)
  const rotated = await transaction((tx) => idempotent(tx, idempotency, () => rotate(tx, actor, own)))
  if (rotated instanceof Problem) throw rotated
  return unsealed(rotated)
}

const rotate = async (tx: Queryable, actor: Actor, own: ReturnType<typeof ownValues>): Promise<SealedEndpoint> => {
  const secret = mintSecret()
  const [row] = await query<EndpointRow>(ROTATE, [...own, sealSecret(own[0], secret)], tx)
  if (!row) throw new Problem("not_found")
  await audit(tx, actor, "webhook_endpoint.secret_rotated", row.id)
  return sealed(row, secret)
}
