import { findAccessToken } from "@/auth/access-token"
import { findApiKey } from "@/auth/api-key"
import { findClientToken } from "@/auth/client-token"
import { findOperatorKey } from "@/auth/operator-key"
import { recordRefusedCredential, throwIfNetworkBlocked } from "@/auth/refused-credentials"
import type { BearerCaller } from "@/domain/caller"
import { type CredentialKind, credentialKind } from "@/domain/credential"
import { Problem } from "@/domain/problem"
import { hashCredential } from "@/platform/secrets"

const SCHEME = /^bearer(?: +([^\s]+))? *$/i

/** Extracts the credential of an Authorization header (RFC 6750, section 2.1). */
function bearerToken(authorization: string | null): string {
  if (authorization === null || authorization.trim() === "") throw new Problem("authentication_required")
  const match = SCHEME.exec(authorization)
  if (!match?.[1])
    throw new Problem("invalid_token", { message: "The Authorization header is not of the form: Bearer <credential>." })
  return match[1]
}

/** A known credential. A refused one still has its caller, so that the request can be counted and logged. */
interface KnownCredential {
  caller: BearerCaller
  /** Why it is refused; null if it is accepted. */
  problem: Problem | null
}

/**
 * Authenticates a request by its Authorization header.
 * @throws Problem authentication_required or invalid_token if the credential is unknown; rate_limit_exceeded if its
 * network has sent too many refused ones
 */
export async function authenticate(authorization: string | null, ip: string | null): Promise<KnownCredential> {
  const credential = bearerToken(authorization)
  const kind = credentialKind(credential)
  throwIfNetworkBlocked(
    ip,
    () => kind !== null,
    () => hashCredential(credential),
  )
  const known = await findCredential(kind, credential, ip)
  if (!known || (isKey(known.caller) && known.problem?.status === 401))
    await recordRefusedCredential(ip, hashCredential(credential))
  if (!known) throw new Problem("invalid_token")
  return known
}

async function findCredential(
  kind: CredentialKind | null,
  credential: string,
  ip: string | null,
): Promise<KnownCredential | null> {
  switch (kind) {
    case "live_key":
    case "test_key":
      return findApiKey(credential, ip)
    case "access_token":
    case "test_access_token":
      return findAccessToken(credential)
    case "client_token":
    case "test_client_token":
      return findClientToken(credential)
    case "operator_key":
      return findOperatorKey(credential)
    default:
      return null
  }
}

// Only keys count as refused: apps send expired and revoked tokens as a matter of course, before they refresh them.
function isKey({ kind }: BearerCaller): boolean {
  return kind === "api_key" || kind === "operator"
}
