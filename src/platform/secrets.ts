import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto"
import { join } from "node:path"
import { composeCredential, type CredentialKind } from "@/domain/credential"
import { env } from "@/platform/env"
import { processSingleton } from "@/platform/process-singleton"
import { readOrCreateSecret } from "@/platform/secret-file"

function rootSecret(): string {
  return env.secret ?? readOrCreateSecret(join(env.dataDir, "secret"))
}

/** Derives a 32-byte key for one purpose from the installation's secret (RFC 5869). */
export function derivedKey(
  purpose: "credentials" | "sessions" | "encryption" | "forms" | "sign-up" | "pending-identity" | "personas",
): Buffer {
  return processSingleton(`key:${purpose}`, () => Buffer.from(hkdfSync("sha256", rootSecret(), "haat", purpose, 32)))
}

/** Generates a credential. It is shown once; only its hash is stored. */
export function mintCredential(kind: CredentialKind): string {
  let bytes = randomBytes(64)
  let offset = 0
  return composeCredential(kind, () => {
    if (offset === bytes.length) {
      bytes = randomBytes(64)
      offset = 0
    }
    return bytes[offset++] as number
  })
}

/** Returns what is stored of a credential: HMAC-SHA256 with the installation's key, 32 bytes. */
export function hashCredential(credential: string): Buffer<ArrayBuffer> {
  return createHmac("sha256", derivedKey("credentials")).update(credential).digest()
}

const NONCE_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts a value that must be readable again: AES-256-GCM, as nonce, tag and ciphertext.
 * @param context of the row it belongs to; in another row it cannot be decrypted
 */
export function encrypt(plaintext: string, context: string): Buffer<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv("aes-256-gcm", derivedKey("encryption"), nonce).setAAD(Buffer.from(context))
  const ciphertext = Buffer.concat([cipher.update(plaintext, "utf8"), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
}

/**
 * Decrypts a value.
 * @throws if it was changed, belongs to another row, or was encrypted with another installation's secret
 */
export function decrypt(ciphertext: Uint8Array, context: string): string {
  const bytes = Buffer.from(ciphertext)
  const decipher = createDecipheriv("aes-256-gcm", derivedKey("encryption"), bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8")
}

/** Returns a token that proves that we rendered a form for this purpose: HMAC-SHA256 in base64url. */
export function formToken(purpose: string): string {
  return createHmac("sha256", derivedKey("forms")).update(purpose).digest("base64url")
}

/** Generates a token for a link in an email: 43 base64url characters (256 bits). */
export function mintLinkToken(): string {
  return randomBytes(32).toString("base64url")
}

export function sha256(data: string | Uint8Array): Buffer<ArrayBuffer> {
  return createHash("sha256").update(data).digest()
}

/** Compares two secrets in constant time. */
export function equalSecrets(a: string, b: string): boolean {
  return timingSafeEqual(sha256(a), sha256(b))
}

const BASE64URL_OF_32_BYTES = /^[A-Za-z0-9_-]{43}$/

/** Whether a text can be 32 bytes in base64url, the format of our tokens and SHA-256 hashes. */
export function isBase64urlOf32Bytes(text: string): boolean {
  return BASE64URL_OF_32_BYTES.test(text)
}
