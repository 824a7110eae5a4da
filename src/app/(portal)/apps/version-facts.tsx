import { useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { isWebUrl } from "@/domain/web-url"
import type { AppVersion } from "@/features/oauth-apps/app-version"
import { Badge } from "@/ui/badge"

/** An app version's fields and scopes. */
export function VersionFacts({ version }: { version: AppVersion }) {
  const t = useTranslations("OauthApps")
  return (
    <dl className="grid gap-x-8 gap-y-4 text-sm md:grid-cols-2">
      <Fact name={t("description")} wide>
        {version.description || t("none")}
      </Fact>
      <Fact name={t("scopes")} wide>
        <ScopeList version={version} />
      </Fact>
      <Fact name={t("redirects")}>
        <UriList uris={version.redirect_uris} />
        {version.loopback_any_port && <p className="mt-1 text-xs text-muted">{t("any_port")}</p>}
      </Fact>
      <Fact name={t("post_logout")}>
        <UriList uris={version.post_logout_redirect_uris} />
      </Fact>
      {(["homepage", "privacy", "terms"] as const).map((name) => (
        <Fact key={name} name={t(name)}>
          <WebLink url={version[`${name}_url`]} />
        </Fact>
      ))}
      <Fact name={t("pkce")}>{t(version.pkce_required ? "pkce_on" : "pkce_off")}</Fact>
    </dl>
  )
}

export function Fact({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={`min-w-0 ${wide ? "md:col-span-2" : ""}`}>
      <dt className="mb-0.5 text-xs text-muted">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}

function WebLink({ url }: { url: string | null }) {
  const t = useTranslations("OauthApps")
  if (url === null) return <>{t("none")}</>
  if (!isWebUrl(url)) return <>{url}</>
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className="link">
      {url}
    </a>
  )
}

export function UriList({ uris }: { uris: readonly string[] }) {
  const t = useTranslations("OauthApps")
  if (uris.length === 0) return <>{t("none")}</>
  return (
    <ul className="grid gap-1">
      {uris.map((uri) => (
        <li key={uri} className="font-mono text-xs wrap-anywhere">
          {uri}
        </li>
      ))}
    </ul>
  )
}

function ScopeList({
  version,
}: {
  version: Pick<AppVersion, "required_scopes" | "optional_scopes" | "scope_reasons">
}) {
  const t = useTranslations("OauthApps")
  const scopes = [
    ...version.required_scopes.map((scope) => [scope, "required"] as const),
    ...version.optional_scopes.map((scope) => [scope, "optional"] as const),
  ]
  if (scopes.length === 0) return <>{t("none")}</>
  return (
    <ul className="grid gap-x-8 gap-y-2 md:grid-cols-2">
      {scopes.map(([scope, need]) => (
        <li key={scope}>
          <span className="font-mono text-xs">{scope}</span> <Badge>{t(need)}</Badge>
          {version.scope_reasons[scope] && <p className="text-xs text-muted">{version.scope_reasons[scope]}</p>}
        </li>
      ))}
    </ul>
  )
}
