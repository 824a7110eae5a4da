import { Webhook } from "standardwebhooks"
import { publicId } from "@/domain/public-id"
import { once } from "@/platform/once"
import { openSecret } from "@/webhooks/endpoints/endpoint-secret"

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

/** Of one row that was read: many deliveries of a claim share it. */
const signersByRow = new WeakMap<SigningEndpoint, Webhook[]>()

const signersOf = (endpoint: SigningEndpoint): Webhook[] => {
  let signers = signersByRow.get(endpoint)
  if (!signers) signersByRow.set(endpoint, (signers = openSigners(endpoint)))
  return signers
}

const openSigners = ({ id, secretEncrypted, previousSecretEncrypted }: SigningEndpoint): Webhook[] => {
  const signer = signerOf(id, secretEncrypted)
  if (!previousSecretEncrypted) return [signer]
  try {
    return [signer, signerOf(id, previousSecretEncrypted)]
  } catch {
    // Whoever rotates a secret that was lost with the installation's is sent to again at once.
    return [signer]
  }
}

/** Whether this process can read what the endpoint's deliveries are signed with. */
export const canSign = (endpoint: SigningEndpoint): boolean => {
  try {
    return signersOf(endpoint).length > 0
  } catch {
    return false
  }
}

/**
 * The headers of one attempt (Standard Webhooks): the id stays, time and signature are the attempt's.
 * @throws when the endpoint's secret cannot be read
 */
export const signedHeaders = (
  endpoint: SigningEndpoint,
  eventId: string,
  body: string,
  at: Date,
): Record<string, string> => {
  const id = publicId("event", eventId)
  return {
    "content-type": "application/json",
    "user-agent": "Haat-Webhooks/1.0",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": signersOf(endpoint)
      .map((signer) => signer.sign(id, at, body))
      .join(" "),
  }
}
