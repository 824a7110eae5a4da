import { v7 as uuidv7 } from "uuid"
import { Problem } from "@/domain/problem"
import { acceptAddress } from "@/features/webhook-endpoints/accept-address"
import { ENDPOINT_COLUMNS, type EndpointRow } from "@/features/webhook-endpoints/endpoint-row"
import { sealed, type SealedEndpoint, unsealed } from "@/features/webhook-endpoints/new-secret"
import type { CreateEndpoint, WebhookEndpointSecret } from "@/features/webhook-endpoints/schema"
import { type Actor, audit } from "@/platform/audit"
import { type Queryable, query, transaction } from "@/platform/db"
import { type Idempotency, idempotent, replayed } from "@/platform/idempotency"
import { mintSecret, sealSecret } from "@/webhooks/endpoint-secret"

/** Endpoints of one account and mode that are not deleted. */
export const ENDPOINTS_MAX = 20

/**
 * Makes an endpoint in a mode; its secret is in the answer and nowhere else.
 * @throws Problem email_not_verified; validation_failed, for an address that nothing may be sent to; invalid_state, at 20 endpoints.
 */
export const createEndpoint = async (
  actor: Actor,
  livemode: boolean,
  input: CreateEndpoint,
  idempotency: Idempotency | null,
): Promise<WebhookEndpointSecret> => {
  const made = (await replayed<SealedEndpoint>(idempotency)) ?? (await createOnce(actor, livemode, input, idempotency))
  if (made instanceof Problem) throw made
  return unsealed(made)
}

const createOnce = async (
  actor: Actor,
  livemode: boolean,
  input: CreateEndpoint,
  idempotency: Idempotency | null,
): Promise<SealedEndpoint | Problem> => {
  const url = await acceptAddress(input.url)
  return transaction((tx) => idempotent(tx, idempotency, () => create(tx, actor, livemode, { ...input, url })))
}

const create = async (
  tx: Queryable,
  actor: Actor,
  livemode: boolean,
  { url, description, events }: CreateEndpoint,
): Promise<SealedEndpoint> => {
  const { accountId } = actor.caller
  // The account's row is the lock that keeps two requests from both making the 20th endpoint.
  const [account] = await query<{ verified: boolean }>(
    "SELECT email_verified_at IS NOT NULL AS verified FROM account WHERE id = $1 FOR UPDATE",
    [accountId],
    tx,
  )
  if (!account?.verified) throw new Problem("email_not_verified")
  const [count] = await query<{ endpoints: number }>(
    "SELECT count(*)::int AS endpoints FROM webhook_endpoint WHERE account_id = $1 AND livemode = $2 AND deleted_at IS NULL",
    [accountId, livemode],
    tx,
  )
  if (!count || count.endpoints >= ENDPOINTS_MAX)
    throw new Problem("invalid_state", {
      message: `An account has at most ${ENDPOINTS_MAX} endpoints in a mode; delete one first.`,
    })
  const [id, secret] = [uuidv7(), mintSecret()]
  const [row] = await query<EndpointRow>(
    `INSERT INTO webhook_endpoint (id, account_id, url, description, events, livemode, secret_encrypted) VALUES ($1, $2, $3, $4, $5, $6, $7)
     RETURNING ${ENDPOINT_COLUMNS}`,
    [id, accountId, url, description, events, livemode, sealSecret(id, secret)],
    tx,
  )
  if (!row) throw new Error("an endpoint was inserted and not returned")
  await audit(tx, actor, "webhook_endpoint.created", id, { url, events, livemode })
  return sealed(row, secret)
}
