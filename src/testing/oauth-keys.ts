import { importPKCS8, type JWTPayload, SignJWT } from "jose"
import { decrypt } from "@/platform/secrets"
import type { OauthProvider } from "@/testing/oauth-provider"

/** A token over any claims, signed with the provider's own key: what a test cannot wait for, such as an hour. */
export const signAsProvider = async (provider: OauthProvider, claims: JWTPayload): Promise<string> => {
  const [row] = await provider.rows<{ kid: string; private_encrypted: Buffer }>(
    "SELECT kid, private_encrypted FROM signing_key WHERE retired_at IS NULL AND active_from <= now() ORDER BY active_from DESC LIMIT 1",
  )
  if (!row) throw new Error("the provider has no signing key yet")
  const key = await importPKCS8(decrypt(row.private_encrypted, `signing_key:${row.kid}`), "RS256")
  return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: row.kid, typ: "JWT" }).sign(key)
}
