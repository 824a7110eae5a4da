import { randomBytes } from "node:crypto"
import { decrypt, encrypt } from "@/platform/secrets"

const SECRET_BYTES = 32

/** Generates a signing secret in the format of Standard Webhooks: "whsec_" and 32 random bytes in base64. */
export function mintSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`
}

function encryptionContext(endpointId: string): string {
  return `webhook_endpoint:${endpointId}`
}

/** Encrypts a secret for storage: AES-256-GCM, bound to this endpoint. */
export function encryptSecret(endpointId: string, secret: string): Buffer {
  return encrypt(secret, encryptionContext(endpointId))
}

/** @throws if it was changed, or encrypted for another endpoint */
export function decryptSecret(endpointId: string, encrypted: Uint8Array): string {
  return decrypt(encrypted, encryptionContext(endpointId))
}
