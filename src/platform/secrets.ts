import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { composeCredential, type CredentialKind } from "@/domain/credential"
import { env } from "@/platform/env"
import { once } from "@/platform/once"

const rootSecret = (): string => {
  if (env.secret) return env.secret
  const file = join(env.dataDir, "secret")
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
  }
  mkdirSync(env.dataDir, { recursive: true })
  try {
    writeFileSync(file, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx" })
  } catch (error) {
    // Another process made it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  }
  return readFileSync(file, "utf8")
}

/** A key for one purpose, derived from the installation's secret (RFC 5869), 32 bytes. */
export const derivedKey = (purpose: "credentials" | "sessions"): Buffer =>
  once(`key:${purpose}`, () => Buffer.from(hkdfSync("sha256", rootSecret(), "haat", purpose, 32)))

/** A new credential. It is shown once; only its hash is kept. */
export const mintCredential = (kind: CredentialKind): string => {
  let bytes = randomBytes(64)
  let next = 0
  return composeCredential(kind, () => {
    if (next === bytes.length) {
      bytes = randomBytes(64)
      next = 0
    }
    return bytes[next++] as number
  })
}

/** What is stored of a credential: HMAC-SHA256 under the installation's key, 32 bytes. */
export const hashCredential = (credential: string): Buffer => createHmac("sha256", derivedKey("credentials")).update(credential).digest()

/** A token for a link in an e-mail: 43 base64url characters (256 bits). */
export const mintLinkToken = (): string => randomBytes(32).toString("base64url")

export const sha256 = (data: string | Uint8Array): Buffer => createHash("sha256").update(data).digest()

/** Compares in a time that does not depend on where the two differ. */
export const equalSecrets = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b))
