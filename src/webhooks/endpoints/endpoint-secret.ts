import { randomBytes } from "node:crypto"
import { decrypt, encrypt } from "@/platform/secrets"

const SECRET_BYTES = 32

/** A new signing secret as Standard Webhooks writes it: "whsec_" and 32 random bytes in base64. */
export const mintSecret = (): string => `whsec_${randomBytes(SECRET_BYTES).toString("base64")}`

const identityOf = (endpointId: string): string => `webhook_endpoint:${endpointId}`

/** What is stored of a secret: AES-256-GCM, readable as this endpoint's only. */
export const sealSecret = (endpointId: string, secret: string): Buffer => encrypt(secret, identityOf(endpointId))

/** @throws when it was changed, or sealed for another endpoint. */
export const openSecret = (endpointId: string, sealed: Uint8Array): string => decrypt(sealed, identityOf(endpointId))
