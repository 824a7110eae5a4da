import { mailAccount } from "@/auth/account-mail"
import { isProblem } from "@/domain/problem"
import { endpointPath } from "@/webhooks/endpoints/endpoint-path"
import { ENDPOINT_SELECT } from "@/webhooks/endpoints/endpoint-row"
import { withEncryptedSecret, type EndpointWithSecret, withDecryptedSecret } from "@/webhooks/endpoints/new-secret"
import { lockOwnEndpoint, type OwnEndpointWhere, ownEndpointWhere } from "@/webhooks/endpoints/own-endpoint"
import type { WebhookEndpointSecret } from "@/webhooks/endpoints/schema"
import { type Actor, audit } from "@/platform/audit"
import { prismaTransaction, queryableOf } from "@/platform/db/transaction"
import { type Idempotency, idempotent } from "@/platform/idempotency"
import type { Precondition } from "@/domain/precondition"
import type { Prisma } from "@/platform/prisma/client"
import { mintSecret, encryptSecret } from "@/webhooks/endpoints/endpoint-secret"

/** How long the previous secret also signs, in seconds. */
const OVERLAP_SECONDS = 86_400

/**
 * Rotates an endpoint's secret. The previous one also signs for 24 hours; an older one stops.
 * @throws Problem not_found; precondition_failed
 */
export async function rotateSecret(
  actor: Actor,
  id: string,
  idempotency: Idempotency | null,
  precondition: Precondition | null,
): Promise<WebhookEndpointSecret> {
  const where = ownEndpointWhere(actor.caller, id)
  const rotated = await prismaTransaction((tx) =>
    idempotent(queryableOf(tx), idempotency, () => replaceSecret(tx, actor, where, precondition)),
  )
  if (isProblem(rotated)) throw rotated
  return withDecryptedSecret(rotated, actor.caller)
}

async function replaceSecret(
  tx: Prisma.TransactionClient,
  actor: Actor,
  where: OwnEndpointWhere,
  precondition: Precondition | null,
): Promise<EndpointWithSecret> {
  const { id } = await lockOwnEndpoint(tx, actor.caller, where, precondition)
  const { secretEncrypted: previousSecret } = await tx.webhookEndpoint.findUniqueOrThrow({
    where: { id },
    select: { secretEncrypted: true },
  })
  const secret = mintSecret()
  const row = await tx.webhookEndpoint.update({
    where: { id },
    data: {
      secretEncrypted: new Uint8Array(encryptSecret(id, secret)),
      previousSecretEncrypted: previousSecret,
      previousSecretExpiresAt: new Date(Date.now() + OVERLAP_SECONDS * 1000),
    },
    select: ENDPOINT_SELECT,
  })
  await audit(queryableOf(tx), actor, "webhook_endpoint.secret_rotated", id)
  await mailAccount(
    queryableOf(tx),
    actor.caller.accountId,
    { template: "webhook_secret_rotated", host: new URL(row.url).host },
    endpointPath({ ...row, appId: where.appId }),
  )
  return withEncryptedSecret(row, secret)
}
