import { canDecryptSigningKey } from "@/oauth/signing-keys"
import { withTimeout } from "@/platform/concurrency/timeout"
import { log } from "@/platform/log/log"

const RETRY_MS = 5_000

/** The installation's secret does not match its database. */
class WrongSecret extends Error {
  override name = "WrongSecret"
  override message =
    "HAAT_SECRET, or DATA_DIR/secret, is not the one that this database is used with; if that one is lost, run npm run oauth:roll-keys under the new one"
}

/**
 * Checks the installation's secret against the key that signs ID tokens. With a wrong secret a process would refuse
 * every key and session, and could not sign webhooks. If the database is down, it retries in the background, and a
 * wrong secret then ends the process.
 * @throws WrongSecret
 */
export async function verifySecret(): Promise<void> {
  let opens: boolean
  try {
    opens = await withTimeout(canDecryptSigningKey())
  } catch (error) {
    log.warn({ err: error }, "the secret could not be checked yet")
    setTimeout(() => void verifySecret().catch(exitWithError), RETRY_MS).unref()
    return
  }
  if (!opens) throw new WrongSecret()
}

function exitWithError(error: unknown): never {
  log.fatal({ err: error }, "the process ends")
  process.exit(1)
}
