import { Webhook } from "standardwebhooks"
import { publicId } from "@/domain/public-id"
import { once } from "@/platform/once"
import { openSecret } from "@/webhooks/endpoint-secret"

export interface SigningEndpoint {
  id: string
  secretEncrypted: Buffer
  /** The one before, for as long as it signs as well. */
  previousSecretEncrypted: Buffer | null
}

const MAX_KEPT = 5_000

const signerOf = (endpointId: string, sealed: Buffer): Webhook => {
  const kept = once("webhook-signers", () => new Map<string, Webhook>())
  const name = sealed.toString("base64")
  let signer = kept.get(name)
  if (!signer) {
    if (kept.size >= MAX_KEPT) kept.clear()
    signer = new Webhook(openSecret(endpointId, sealed))
    kept.set(name, signer)
  }
  return signer
}

/** The headers of one attempt (Standard Webhooks): the id stays, time and signature are the attempt's. */
export const signedHeaders = ({ id: endpointId, secretEncrypted, previousSecretEncrypted }: SigningEndpoint, eventId: string, body: string, at: Date): Record<string, string> => {
  const id = publicId("event", eventId)
  const secrets = previousSecretEncrypted ? [secretEncrypted, previousSecretEncrypted] : [secretEncrypted]
  return {
    "content-type": "application/json",
    "user-agent": "Haat-Webhooks/1.0",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": secrets.map((sealed) => signerOf(endpointId, sealed).sign(id, at, body)).join(" "),
  }
}
