"use client"

import { useTranslations } from "next-intl"
import { useCallback, useEffect, useState } from "react"
import { Button } from "@/ui/button"
import { buttonClasses } from "@/ui/button-variant"
import { CodeBlock } from "@/ui/code-block"
import { CopyButton } from "@/ui/copy-button"
import { SelectField } from "@/ui/field"

interface TryOutProps {
  authorizeUrl: string
  clientId: string
  redirectUris: readonly string[]
  scopes: readonly string[]
  /** Whether it is what the page is for. */
  primary?: boolean
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

/** A URL that starts the flow, with PKCE, to be opened or copied. It needs a redirect URI and a scope. */
export function TryOut({ authorizeUrl, clientId, redirectUris, scopes, primary = false }: TryOutProps) {
  const t = useTranslations("OauthApps")
  const [redirectUri, setRedirectUri] = useState(redirectUris[0] ?? "")
  const [proof, setProof] = useState<Proof | null>(null)
  const renew = useCallback((): void => void makeProof().then(setProof), [])
  useEffect(renew, [renew])

  const url = `${authorizeUrl}?${new URLSearchParams({
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
      <div className="flex flex-wrap items-center gap-2">
        {/* A developer who has authorized the app would not see its page otherwise. */}
        <a
          href={`${url}&prompt=consent`}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClasses(primary ? "primary" : "secondary")}
        >
          {t("try_open")}
        </a>
        <CopyButton text={url} label={t("try_copy")} />
        <Button onClick={renew}>{t("try_generate")}</Button>
      </div>
      <CodeBlock label={t("try")} code={url.replaceAll("&", "\n&")} copyText={null} />
      {proof?.challenge != null && (
        <dl className="grid gap-0.5 text-sm">
          <dt className="text-xs text-muted">{t("try_verifier")}</dt>
          <dd className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <code className="font-mono wrap-anywhere">{proof.verifier}</code>
            <CopyButton text={proof.verifier} label={t("try_verifier_copy")} />
          </dd>
        </dl>
      )}
    </div>
  )
}
