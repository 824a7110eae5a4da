import { randomInt } from "node:crypto"
import { generateSecret } from "otplib"
import { hashPassword } from "@/auth/password"
import { totpUri } from "@/auth/totp"
import type { DemoFile } from "../../src/commands/demo"
import { hashCredential, mintCredential } from "@/platform/secrets"
import type { AccountRecord, DemoRole } from "./accounts"
import type { KeyRecord } from "./developer-keys"

const LETTERS = "abcdefghjkmnpqrstuvwxyz"
const DIGITS = "23456789"

/** The secrets of one database, random for each. */
export interface Secrets {
  /** By role in the demo. */
  accounts: Map<DemoRole, DemoFile["accounts"][string]>
  /** By account id. */
  passwordHashes: Map<string, string>
  /** Seeds of authenticator apps, by account id. */
  totpSecrets: Map<string, string>
  /** By key id. */
  keys: Map<string, { hash: Uint8Array; lastFour: string }>
}

export async function mintSecrets(accounts: readonly AccountRecord[], keys: readonly KeyRecord[]): Promise<Secrets> {
  const secrets: Secrets = { accounts: new Map(), passwordHashes: new Map(), totpSecrets: new Map(), keys: new Map() }
  const plain = new Map(keys.map((key) => [key.id, mintCredential(`${key.mode}_key`)]))
  for (const [id, credential] of plain)
    secrets.keys.set(id, { hash: hashCredential(credential), lastFour: credential.slice(-4) })
  await Promise.all(
    accounts.map(async ({ id, email, roles, demo }) => {
      if (!demo) return
      const password = mintPassword()
      secrets.passwordHashes.set(id, await hashPassword(password))
      const shown = (mode: KeyRecord["mode"]): string =>
        plain.get(keys.find((key) => key.accountId === id && key.shown && key.mode === mode)?.id ?? "") ?? ""
      // Staff permissions require a second factor.
      const totp = roles.includes("staff") ? generateSecret() : null
      if (totp !== null) secrets.totpSecrets.set(id, totp)
      const factor = totp !== null && { totp_secret: totp, totp_uri: totpUri(email, totp) }
      secrets.accounts.set(demo, { email, password, ...factor, live_key: shown("live"), test_key: shown("test") })
    }),
  )
  return secrets
}

/**
 * Generates a password of four groups that is easy to read out and type, such as "kavw-7m3t-pqne-4rwd": more than 60
 * bits.
 */
export function mintPassword(): string {
  const group = (): string =>
    Array.from({ length: 4 }, () =>
      randomInt(3) === 0 ? DIGITS.charAt(randomInt(DIGITS.length)) : LETTERS.charAt(randomInt(LETTERS.length)),
    ).join("")
  return Array.from({ length: 4 }, group).join("-")
}
