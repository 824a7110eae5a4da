import { randomBytes } from "node:crypto"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join } from "node:path"

/** Returns the path of the local mailbox's secret. */
export function mailboxSecretFile(dataDir: string): string {
  return join(dataDir, "mailbox-secret")
}

/** Returns the secret in a file that only its owner may read: 64 base64url characters, generated at the first call. */
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
    // Another process has created it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error
  }
  return readFileSync(file, "utf8")
}
