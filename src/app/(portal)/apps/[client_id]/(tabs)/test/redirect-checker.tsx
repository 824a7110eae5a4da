"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { redirectUriMatches, redirectUriProblem } from "@/domain/redirect-uri"
import { InputField } from "@/ui/field"

/** Checks a redirect URI while it is typed, by the rule of the authorization endpoint. */
export function RedirectChecker({ redirectUris, anyPort }: { redirectUris: readonly string[]; anyPort: boolean }) {
  const t = useTranslations("OauthApps")
  const [redirectUri, setRedirectUri] = useState("")
  const match = redirectUris.find((uri) => redirectUriMatches(uri, redirectUri, anyPort))
  const problem = redirectUriProblem(redirectUri)
  return (
    <div className="grid gap-3">
      <InputField
        label={t("try_redirect")}
        value={redirectUri}
        onChange={(event) => setRedirectUri(event.target.value)}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        className="font-mono text-sm"
        placeholder="https://"
      />
      <p role="status" className="min-h-5 text-sm wrap-anywhere">
        {redirectUri !== "" && match !== undefined && (
          <span className="text-neem-ink">{t("check_match", { uri: match })}</span>
        )}
        {redirectUri !== "" && match === undefined && (
          <span className="text-danger-ink">
            {problem === null ? t("check_none") : t("check_bad", { problem: t(`uri_${problem}`) })}
          </span>
        )}
      </p>
    </div>
  )
}
