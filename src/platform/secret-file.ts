import { randomBytes } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** Where the secret is kept that opens the local mailbox. */
export function mailboxSecretFile(dataDir: string): string {
  return join(dataDir, "mailbox-secret")
}

/** The secret in a file that only its owner may read: 64 base64url characters, made when it is first asked for. */
export function readOrCreateSecret(file: string): string {
  try {
    return readFileSync(file, "utf8")
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error
  }
  mkdirSync(dirname(file), { recursive: true })
  try {
    writeFileSync(file, randomBytes(48).toString("base64url"), { mode: 0o600, flag: "wx" })
  } catch (error) {
    // Another process made it in the meantime.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  }
  return readFileSync(file, "utf8")
}
