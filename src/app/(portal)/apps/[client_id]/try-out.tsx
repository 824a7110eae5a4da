"use client"

import { useTranslations } from "next-intl"
import { useCallback, useEffect, useState } from "react"
import { Button } from "@/ui/button"
import { CodeBlock } from "@/ui/code-block"
import { SelectField } from "@/ui/field"

interface TryOutProps {
  authorizeUrl: string
  clientId: string
  redirectUris: readonly string[]
  scopes: readonly string[]
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")
}

function random(length: number): string {
  return base64url(crypto.getRandomValues(new Uint8Array(length)))
}

interface Proof {
  verifier: string
  /** Null if the page has no secure origin, and therefore no SHA-256. */
  challenge: string | null
  state: string
  nonce: string
}

async function makeProof(): Promise<Proof> {
  const verifier = random(32)
  const subtle = (crypto as Partial<Crypto>).subtle
  const challenge = subtle
    ? base64url(new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(verifier))))
    : null
  return { verifier, challenge, state: random(16), nonce: random(16) }
}

/** A URL that starts the flow, with PKCE, to be copied into a browser. */
export function TryOut({ authorizeUrl, clientId, redirectUris, scopes }: TryOutProps) {
  const t = useTranslations("OauthApps")
  const [redirectUri, setRedirectUri] = useState(redirectUris[0] ?? "")
  const [proof, setProof] = useState<Proof | null>(null)
  const renew = useCallback((): void => void makeProof().then(setProof), [])
  useEffect(renew, [renew])
  if (redirectUris.length === 0 || scopes.length === 0) return <p className="text-sm text-muted">{t("try_missing")}</p>

  const address = `${authorizeUrl}?${new URLSearchParams({
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(" "),
    ...(proof && { state: proof.state, nonce: proof.nonce }),
    ...(proof?.challenge != null && { code_challenge: proof.challenge, code_challenge_method: "S256" }),
  })}`
  return (
    <div className="grid min-w-0 grid-cols-1 gap-3">
      {redirectUris.length > 1 && (
        <SelectField
          label={t("try_redirect")}
          value={redirectUri}
          onChange={(event) => setRedirectUri(event.target.value)}
        >
          {redirectUris.map((uri) => (
            <option key={uri} value={uri}>
              {uri}
            </option>
          ))}
        </SelectField>
      )}
      <CodeBlock label={t("try")} code={address.replaceAll("&", "\n&")} copyText={address} copyLabel={t("try_copy")} />
      {proof?.challenge != null && (
        <p className="text-xs text-muted wrap-anywhere">{t("try_verifier", { verifier: proof.verifier })}</p>
      )}
      <Button onClick={renew} className="w-fit">
        {t("try_make")}
      </Button>
    </div>
  )
}
