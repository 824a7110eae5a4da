import { v7 as uuidv7 } from "uuid"
import { lockAccountRow } from "@/auth/lock-account-row"
import { ownerColumns } from "@/domain/caller"
import { isProblem, Problem } from "@/domain/problem"
import { requireOwnEvents } from "@/webhooks/endpoints/own-events"
import { validateEndpointUrl } from "@/webhooks/endpoints/validate-url"
import { ENDPOINT_SELECT } from "@/webhooks/endpoints/endpoint-row"
import { withEncryptedSecret, type EndpointWithSecret, withDecryptedSecret } from "@/webhooks/endpoints/new-secret"
import type { CreateEndpoint, WebhookEndpointSecret } from "@/webhooks/endpoints/schema"
import { type Actor, audit } from "@/platform/audit"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import { type Idempotency, idempotent, findReplay } from "@/platform/idempotency"
import type { Prisma } from "@/platform/prisma/client"
import { mintSecret, encryptSecret } from "@/webhooks/endpoints/endpoint-secret"

/** Maximum endpoints per account or app, and mode, without deleted ones. */
const ENDPOINTS_MAX = 20

/**
 * Creates an endpoint in the caller's mode; only the response contains its secret.
 * @throws Problem email_not_verified; validation_failed for a forbidden URL; invalid_state at 20 endpoints
 */
export async function createEndpoint(
  actor: Actor,
  input: CreateEndpoint,
  idempotency: Idempotency | null,
): Promise<WebhookEndpointSecret> {
  requireOwnEvents(actor.caller, input.events)
  const created =
    (await findReplay<EndpointWithSecret>(idempotency)) ?? (await createIdempotently(actor, input, idempotency))
  if (isProblem(created)) throw created
  return withDecryptedSecret(created, actor.caller)
}

async function createIdempotently(
  actor: Actor,
  input: CreateEndpoint,
  idempotency: Idempotency | null,
): Promise<EndpointWithSecret | Problem> {
  const url = await validateEndpointUrl(input.url)
  return prismaTransaction((tx) =>
    idempotent(queryableOf(tx), idempotency, () => insertEndpoint(tx, actor, { ...input, url })),
  )
}

async function insertEndpoint(
  tx: Prisma.TransactionClient,
  actor: Actor,
  { url, description, events }: CreateEndpoint,
): Promise<EndpointWithSecret> {
  const { accountId, livemode } = actor.caller
  const owner = ownerColumns(actor.caller)
  // The account's row lock prevents two requests from both creating the 20th endpoint.
  const account = await lockAccountRow(tx, accountId)
  if (!account?.verified) throw new Problem("email_not_verified")
  if ((await tx.webhookEndpoint.count({ where: { ...owner, livemode, deletedAt: null } })) >= ENDPOINTS_MAX)
    throw new Problem("invalid_state", {
      message: `An account or app has at most ${ENDPOINTS_MAX} endpoints in a mode; delete one first.`,
    })
  const [id, secret] = [uuidv7(), mintSecret()]
  const row = await tx.webhookEndpoint.create({
    data: {
      id,
      ...owner,
      url,
      description,
      events,
      livemode,
      secretEncrypted: new Uint8Array(encryptSecret(id, secret)),
    },
    select: ENDPOINT_SELECT,
  })
  if (owner.appId !== null)
    await tx.oauthApp.updateMany({ where: { id: owner.appId, eventsSince: null }, data: { eventsSince: new Date() } })
  await audit(queryableOf(tx), actor, "webhook_endpoint.created", id, { url, events, livemode })
  return withEncryptedSecret(row, secret)
}
