import { recordRefusedCredential, throwIfNetworkBlocked, recordAcceptedCredential } from "@/auth/refused-credentials"
import { credentialKind } from "@/domain/credential"
import type { OauthRefusalReason } from "@/domain/oauth-refusal"
import { type App, findApp } from "@/oauth/apps"
import { OauthError } from "@/oauth/oauth-error"
import type { Parameters } from "@/oauth/parameters"
import { batchedRead } from "@/platform/db/batched-read"
import type { HttpRequest } from "@/http/message"
import { hashCredential } from "@/platform/secrets"

interface ClientCredentials {
  clientId: string
  secret: string | null
  basicAuth: boolean
}

// RFC 6749, section 2.3.1: both parts are form-encoded before they are joined.
function decodeForm(text: string): string {
  return decodeURIComponent(text.replaceAll("+", " "))
}

function parseBasicHeader(authorization: string): ClientCredentials {
  const invalidHeader = new OauthError(
    "invalid_client",
    "The Authorization header is not HTTP Basic authentication.",
    null,
    {
      "www-authenticate": 'Basic realm="haat"',
    },
  )
  const match = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization)
  if (!match?.[1]) throw invalidHeader
  const decoded = Buffer.from(match[1], "base64").toString("utf8")
  const colon = decoded.indexOf(":")
  if (colon < 0) throw invalidHeader
  try {
    return {
      clientId: decodeForm(decoded.slice(0, colon)),
      secret: decodeForm(decoded.slice(colon + 1)),
      basicAuth: true,
    }
  } catch {
    throw invalidHeader
  }
}

function readClientCredentials(authorization: string | null, parameters: Parameters): ClientCredentials {
  const clientId = parameters.get("client_id")
  if (authorization === null) {
    if (clientId === null)
      throw new OauthError("invalid_client", "Identify the client by client_id or HTTP Basic authentication.")
    return { clientId, secret: parameters.get("client_secret"), basicAuth: false }
  }
  if (parameters.has("client_secret")) throw new OauthError("invalid_request", "Authenticate in one way only.")
  const credentials = parseBasicHeader(authorization)
  if (clientId !== null && clientId !== credentials.clientId)
    throw new OauthError("invalid_request", "The client_id is not the one that authenticates.")
  return credentials
}

function hashClientCredentials({ clientId, secret }: ClientCredentials): Buffer {
  return hashCredential(JSON.stringify([clientId, secret]))
}

/**
 * Refuses a client whose network has sent too many bad credentials, before the database is queried.
 * @throws Problem rate_limit_exceeded, or OauthError as authenticateClient
 */
export function throwIfClientBlocked(request: HttpRequest, parameters: Parameters): void {
  const credentials = readClientCredentials(request.header("authorization"), parameters)
  const { secret } = credentials
  const grant = presentedGrant(credentials, parameters)
  const credential = secret ?? grant
  throwIfNetworkBlocked(
    request.ip,
    () => credential === null || credentialKind(credential) !== null,
    () => (grant === null ? hashClientCredentials(credentials) : hashCredential(grant)),
  )
}

/** Returns the credential of a client without a secret: its code or refresh token, since its client_id is public. */
function presentedGrant({ secret }: ClientCredentials, parameters: Parameters): string | null {
  return secret === null ? (parameters.get("code") ?? parameters.get("refresh_token")) : null
}

const UNKNOWN_GRANT_REASONS: readonly OauthRefusalReason[] = ["code_unknown", "refresh_token_unknown"]

/**
 * Counts an unknown code or refresh token that was sent without a valid secret.
 * @throws Problem rate_limit_exceeded if the network has sent too many bad credentials
 */
export async function recordUnknownGrant(
  request: HttpRequest,
  parameters: Parameters,
  { refusal }: OauthError,
): Promise<void> {
  if (!UNKNOWN_GRANT_REASONS.includes(refusal.reason)) return
  const grant = presentedGrant(readClientCredentials(request.header("authorization"), parameters), parameters)
  if (grant !== null) await recordRefusedCredential(request.ip, hashCredential(grant))
}

/**
 * Authenticates the client of a request to the token or revocation endpoint (RFC 6749, sections 2.3 and 3.2.1). An
 * unknown client and a wrong secret get the same response.
 * @throws OauthError invalid_client, or invalid_request for two methods; Problem rate_limit_exceeded if the network has
 * sent too many bad credentials
 */
export async function authenticateClient(request: HttpRequest, parameters: Parameters): Promise<App> {
  const credentials = readClientCredentials(request.header("authorization"), parameters)
  const { clientId, secret, basicAuth } = credentials
  const [app, valid] = await Promise.all([findApp(clientId), hasSecret(clientId, secret ?? "")])
  const authenticated = app?.type === "public" ? secret === null && !basicAuth : secret !== null && valid
  if (!app || !authenticated) {
    await recordRefusedCredential(request.ip, hashClientCredentials(credentials))
    const reason =
      app?.type === "public"
        ? "client_secret_unexpected"
        : secret === null
          ? "client_secret_missing"
          : "client_secret_wrong"
    const headers = basicAuth ? { "www-authenticate": 'Basic realm="haat"' } : {}
    throw new OauthError(
      "invalid_client",
      "The client could not be authenticated.",
      { clientId: app?.clientId ?? null, reason },
      headers,
    )
  }
  recordAcceptedCredential(hashClientCredentials(credentials))
  return app
}

const readSecret = batchedRead<Buffer, { client_id: string }>(`
  SELECT ordinal::int, p.client_id
  FROM unnest($1::bytea[]) WITH ORDINALITY AS requested (hash, ordinal) JOIN oauth_app_secret s USING (hash) JOIN oauth_app p ON p.id = s.app_id
  WHERE s.expires_at IS NULL OR s.expires_at > now()`)

// Queried for every client, known or unknown, so that all take the same time.
async function hasSecret(clientId: string, secret: string): Promise<boolean> {
  return (await readSecret(hashCredential(secret)))?.client_id === clientId
}
