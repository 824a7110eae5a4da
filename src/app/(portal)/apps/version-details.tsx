import { useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { isWebUrl } from "@/domain/web-url"
import type { AppVersion } from "@/features/oauth-apps/app-version"
import { Badge } from "@/ui/badge"

/** An app version's fields and scopes. */
export function VersionDetails({ version }: { version: AppVersion }) {
  const t = useTranslations("OauthApps")
  return (
    <DetailList>
      <Detail name={t("redirects")}>
        <UriList uris={version.redirect_uris} />
        {version.loopback_any_port && <p className="mt-1 text-xs text-muted">{t("any_port")}</p>}
      </Detail>
      <Detail name={t("post_logout")}>
        <UriList uris={version.post_logout_redirect_uris} />
      </Detail>
      <Detail name={t("scopes")}>
        <ScopeList version={version} />
      </Detail>
      <Detail name={t("pkce")}>{t(version.pkce_required ? "pkce_on" : "pkce_off")}</Detail>
      <Detail name={t("description")}>{version.description || t("none")}</Detail>
      {(["homepage", "privacy", "terms"] as const).map((name) => (
        <Detail key={name} name={t(name)}>
          <WebLink url={version[`${name}_url`]} />
        </Detail>
      ))}
    </DetailList>
  )
}

/** A row for each fact, so that a long one leaves no hole beside it. */
export function DetailList({ className = "", children }: { className?: string; children: ReactNode }) {
  return <dl className={`grid gap-3 text-sm ${className}`}>{children}</dl>
}

export function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-0.5 sm:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-xs leading-5 text-muted">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
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
