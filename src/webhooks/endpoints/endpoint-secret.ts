import { randomBytes } from "node:crypto"
import { decrypt, encrypt } from "@/platform/secrets"

const SECRET_BYTES = 32

/** Generates a signing secret in the format of Standard Webhooks: "whsec_" and 32 random bytes in base64. */
export const mintSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`

const encryptionContext = (endpointId: string): string => `webhook_endpoint:${endpointId}`

/** Encrypts a secret for storage: AES-256-GCM, bound to this endpoint. */
export const encryptSecret = (endpointId: string, secret: string): Buffer =>
  encrypt(secret, encryptionContext(endpointId))

/** @throws if it was changed, or encrypted for another endpoint */
export const decryptSecret = (endpointId: string, encrypted: Uint8Array): string =>
  decrypt(encrypted, encryptionContext(endpointId))
