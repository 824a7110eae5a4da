import { type App, findApp } from "@/oauth/apps"
import { OauthError } from "@/oauth/oauth-error"
import type { Parameters } from "@/oauth/parameters"
import { batchedRead } from "@/platform/batched-read"
import type { HttpRequest } from "@/platform/http"
import { hashCredential } from "@/platform/secrets"

interface Presented {
  clientId: string
  secret: string | null
  byHeader: boolean
}

// RFC 6749 section 2.3.1: both halves are form-encoded before they are joined.
const decodeForm = (text: string): string => decodeURIComponent(text.replaceAll("+", " "))

const fromHeader = (authorization: string): Presented => {
  const failed = new OauthError("invalid_client", "The Authorization header is no HTTP Basic authentication.", {
    "www-authenticate": 'Basic realm="haat"',
  })
  const match = /^basic +([A-Za-z0-9+/=_-]+) *$/i.exec(authorization)
  if (!match?.[1]) throw failed
  const decoded = Buffer.from(match[1], "base64").toString("utf8")
  const colon = decoded.indexOf(":")
  if (colon < 0) throw failed
  try {
    return {
      clientId: decodeForm(decoded.slice(0, colon)),
      secret: decodeForm(decoded.slice(colon + 1)),
      byHeader: true,
    }
  } catch {
    throw failed
  }
}

const present = (authorization: string | null, parameters: Parameters): Presented => {
  const clientId = parameters.get("client_id")
  if (authorization === null) {
    if (clientId === null)
      throw new OauthError("invalid_client", "Say which client this is: client_id, or HTTP Basic authentication.")
    return { clientId, secret: parameters.get("client_secret"), byHeader: false }
  }
  if (parameters.has("client_secret")) throw new OauthError("invalid_request", "Authenticate in one way only.")
  const presented = fromHeader(authorization)
  if (clientId !== null && clientId !== presented.clientId)
    throw new OauthError("invalid_request", "The client_id is not the one that authenticates.")
  return presented
}

/**
 * The client that a request to the token or revocation endpoint comes from (RFC 6749 sections 2.3 and 3.2.1). An unknown client and
 * a wrong secret cannot be told apart.
 * @throws OauthError invalid_client, or invalid_request for two methods at once.
 */
export const authenticateClient = async (request: HttpRequest, parameters: Parameters): Promise<App> => {
  const { clientId, secret, byHeader } = present(request.header("authorization"), parameters)
  const [app, valid] = await Promise.all([findApp(clientId), hasSecret(clientId, secret ?? "")])
  const authenticated = app?.type === "public" ? secret === null && !byHeader : secret !== null && valid
  if (!app || !authenticated) {
    throw new OauthError(
      "invalid_client",
      "The client could not be authenticated.",
      byHeader ? { "www-authenticate": 'Basic realm="haat"' } : {},
    )
  }
  return app
}

const readSecret = batchedRead<Buffer, { client_id: string }>(`
  SELECT place::int, p.client_id
  FROM unnest($1::bytea[]) WITH ORDINALITY AS asked (hash, place) JOIN oauth_app_secret s USING (hash) JOIN oauth_app p ON p.id = s.app_id
  WHERE s.expires_at IS NULL OR s.expires_at > now()`)

// Asked for every client, known or not, public or not, so that all take as long.
const hasSecret = async (clientId: string, secret: string): Promise<boolean> =>
  (await readSecret(hashCredential(secret)))?.client_id === clientId
