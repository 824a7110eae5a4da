import { createHash } from "node:crypto"
import { compactVerify, importJWK, SignJWT } from "jose"
import { publicKeys, signingKey } from "@/oauth/signing-keys"
import { env } from "@/platform/env"

const ID_TOKEN_SECONDS = 60 * 60

interface IdTokenInput {
  subject: string
  clientId: string
  authTime: Date
  nonce: string | null
  sid: string | null
  accessToken: string
  /** Claims that the claims parameter requests for the ID token. */
  extraClaims: Record<string, unknown>
}

// OpenID Connect Core, section 3.1.3.6: the left half of the hash.
function atHash(accessToken: string): string {
  return createHash("sha256").update(accessToken).digest().subarray(0, 16).toString("base64url")
}

/** Signs an ID token (OpenID Connect Core, section 2). */
export async function signIdToken({
  subject,
  clientId,
  authTime,
  nonce,
  sid,
  accessToken,
  extraClaims,
}: IdTokenInput): Promise<string> {
  const { kid, privateKey } = await signingKey()
  const claims = {
    ...extraClaims,
    auth_time: Math.floor(authTime.getTime() / 1000),
    acr: "0",
    at_hash: atHash(accessToken),
    ...(nonce === null ? {} : { nonce }),
    ...(sid === null ? {} : { sid }),
  }
  const now = Math.floor(Date.now() / 1000)
  return new SignJWT(claims)
    .setProtectedHeader({ alg: "RS256", kid, typ: "JWT" })
    .setIssuer(env.appUrl)
    .setSubject(subject)
    .setAudience(clientId)
    .setIssuedAt(now)
    .setExpirationTime(now + ID_TOKEN_SECONDS)
    .sign(privateKey)
}

export interface IdTokenHint {
  subject: string
  clientId: string
  sessionId: string | null
}

/** Reads one of our own ID tokens, expired or not; null if we did not sign it. */
export async function readIdTokenHint(hint: string): Promise<IdTokenHint | null> {
  try {
    const keys = await publicKeys()
    const { payload } = await compactVerify(
      hint,
      async ({ kid }) => {
        const jwk = keys.find((key) => key.kid === kid)
        if (!jwk) throw new Error("unknown kid")
        return importJWK(jwk, "RS256")
      },
      { algorithms: ["RS256"] },
    )
    const claims = JSON.parse(new TextDecoder().decode(payload)) as Record<string, unknown>
    if (claims.iss !== env.appUrl || typeof claims.sub !== "string" || typeof claims.aud !== "string") return null
    return { subject: claims.sub, clientId: claims.aud, sessionId: typeof claims.sid === "string" ? claims.sid : null }
  } catch {
    return null
  }
}
