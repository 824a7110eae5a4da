import { opensSigningKey } from "@/oauth/signing-keys"
import { inTime } from "@/platform/concurrency/in-time"
import { log } from "@/platform/log/log"

const AGAIN_MS = 5_000

/** The installation's secret is not the one that its database is used with. */
export class WrongSecret extends Error {
  override name = "WrongSecret"
  override message =
    "HAAT_SECRET, or DATA_DIR/secret, is not the one that this database is used with; if that one is lost, run npm run oauth:roll-keys under the new one"
}

/**
 * Holds the installation's secret against the key that signs ID tokens. Under another secret a process would refuse every key and session,
 * and could sign no webhook. While the database does not answer, it is asked again behind the caller's back, and a wrong secret then ends the process.
 * @throws WrongSecret
 */
export const checkSecret = async (): Promise<void> => {
  let opens: boolean
  try {
    opens = await inTime(opensSigningKey())
  } catch (error) {
    log.warn({ err: error }, "the secret could not be checked yet")
    setTimeout(() => void checkSecret().catch(end), AGAIN_MS).unref()
    return
  }
  if (!opens) throw new WrongSecret()
}

const end = (error: unknown): never => {
  log.fatal({ err: error }, "the process ends")
  process.exit(1)
}
