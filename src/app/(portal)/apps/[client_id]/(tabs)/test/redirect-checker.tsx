"use client"

import { useTranslations } from "next-intl"
import { useState } from "react"
import { Detail, DetailList, UriList } from "@/app/(portal)/apps/version-details"
import { closestRedirectUri } from "@/domain/closest-redirect-uri"
import { redirectUriMatches, redirectUriProblem } from "@/domain/redirect-uri"
import { InputField } from "@/ui/field"

/** Checks a redirect URI while it is typed, by the rule of the authorization endpoint. */
export function RedirectChecker({ redirectUris, anyPort }: { redirectUris: readonly string[]; anyPort: boolean }) {
  const t = useTranslations("OauthApps")
  const [redirectUri, setRedirectUri] = useState("")
  const match = redirectUris.find((uri) => redirectUriMatches(uri, redirectUri, anyPort))
  const problem = redirectUriProblem(redirectUri)
  const closest = match === undefined ? closestRedirectUri(redirectUris, redirectUri, anyPort) : null
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
      <div role="status" className="grid min-h-5 gap-2 text-sm wrap-anywhere">
        {redirectUri !== "" && match !== undefined && (
          <p className="text-neem-ink">{t("check_match", { uri: match })}</p>
        )}
        {redirectUri !== "" && match === undefined && (
          <p className="text-danger-ink">
            {problem === null ? t("check_none") : t("check_bad", { problem: t(`uri_${problem}`) })}
          </p>
        )}
        {closest && (
          <DetailList>
            <Detail name={t("check_closest")}>
              <UriList uris={[closest.uri]} />
            </Detail>
            <Detail name={t("check_different")}>
              {closest.differences.map((part) => t(`uri_part_${part}`)).join(", ")}
            </Detail>
          </DetailList>
        )}
      </div>
    </div>
  )
}
