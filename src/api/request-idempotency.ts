import type { Exchange } from "@/api/exchange"
import { invalid } from "@/domain/problem"
import { type Idempotency, storedKey } from "@/platform/idempotency"
import { sha256 } from "@/platform/secrets"

const IDEMPOTENCY_KEY_MAX = 255

/**
 * Reads a request's Idempotency-Key; null if there is none, or the operation has no use for it.
 * @throws Problem validation_failed for a key that is empty or too long
 */
export async function idempotencyOf(
  { request, url, match, caller, headers }: Exchange,
  body: () => Promise<Buffer>,
): Promise<Idempotency | null> {
  const key = request.header("idempotency-key")
  if (key === null || !match?.route.meta.openapi.idempotent || !caller) return null
  if (key === "" || key.length > IDEMPOTENCY_KEY_MAX)
    throw invalid("Idempotency-Key", "invalid_length", "Send 1 to 255 characters.")
  return {
    key: storedKey(caller.kind === "client" ? `${caller.clientId}\n${key}` : key, caller.livemode),
    accountId: caller.accountId,
    // A test key must not receive the stored result of a live key.
    fingerprint: sha256(
      Buffer.concat([
        Buffer.from(`${request.method} ${url.pathname}${caller.livemode ? "" : " test"}\n`),
        ...(match.route.hasBody ? [await body()] : []),
      ]),
    ),
    onReplay: () => {
      headers["idempotent-replayed"] = "true"
    },
  }
}
