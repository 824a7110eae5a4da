import { LRUCache } from "lru-cache"
import { Webhook } from "standardwebhooks"
import { publicId } from "@/domain/public-id"
import { processSingleton } from "@/platform/process-singleton"
import { decryptSecret } from "@/webhooks/endpoints/endpoint-secret"

export interface SigningEndpoint {
  id: string
  secretEncrypted: Buffer
  /** The previous secret, as long as it also signs. */
  previousSecretEncrypted: Buffer | null
}

const CACHE_MAX_ENTRIES = 5_000

function getSigner(endpointId: string, sealed: Buffer): Webhook {
  const cache = processSingleton("webhook-signers", () => new LRUCache<string, Webhook>({ max: CACHE_MAX_ENTRIES }))
  const name = sealed.toString("base64")
  let signer = cache.get(name)
  if (!signer) {
    signer = new Webhook(decryptSecret(endpointId, sealed))
    cache.set(name, signer)
  }
  return signer
}

/** Signers by row: the deliveries of a claim share rows. */
const signersByEndpoint = new WeakMap<SigningEndpoint, Webhook[]>()

function getSigners(endpoint: SigningEndpoint): Webhook[] {
  let signers = signersByEndpoint.get(endpoint)
  if (!signers) signersByEndpoint.set(endpoint, (signers = createSigners(endpoint)))
  return signers
}

function createSigners({ id, secretEncrypted, previousSecretEncrypted }: SigningEndpoint): Webhook[] {
  const signer = getSigner(id, secretEncrypted)
  if (!previousSecretEncrypted) return [signer]
  try {
    return [signer, getSigner(id, previousSecretEncrypted)]
  } catch {
    // After a rotation, deliveries continue immediately even if the previous secret cannot be decrypted.
    return [signer]
  }
}

/** Whether this process can decrypt the endpoint's secret. */
export function canSign(endpoint: SigningEndpoint): boolean {
  try {
    return getSigners(endpoint).length > 0
  } catch {
    return false
  }
}

/**
 * Returns the headers of one attempt (Standard Webhooks). The id stays; time and signature are those of the attempt.
 * @throws if the endpoint's secret cannot be decrypted
 */
export function signedHeaders(
  endpoint: SigningEndpoint,
  eventId: string,
  body: string,
  at: Date,
): Record<string, string> {
  const id = publicId("event", eventId)
  return {
    "content-type": "application/json",
    "user-agent": "Haat-Webhooks/1.0",
    "webhook-id": id,
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": getSigners(endpoint)
      .map((signer) => signer.sign(id, at, body))
      .join(" "),
  }
}
