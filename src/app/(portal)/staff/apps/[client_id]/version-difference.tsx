import { useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { AppLogo } from "@/app/(portal)/apps/app-logo"
import type { AppVersion } from "@/features/oauth-apps/app-version"

interface VersionDifferenceProps {
  /** The approved version. */
  before: AppVersion
  after: AppVersion
}

function linesOf(text: string | null): string[] {
  return text === null || text === "" ? [] : text.split("\n")
}

function logoHash({ logo }: AppVersion): string | undefined {
  return logo?.split("?")[1]
}

/** The scopes of a version as lines, so that a comparison shows added and removed ones. */
function scopeLines(
  { required_scopes, optional_scopes, scope_reasons }: AppVersion,
  labels: Record<"required" | "optional", string>,
): string[] {
  return [
    ...required_scopes.map((scope) => `${scope} (${labels.required}): ${scope_reasons[scope] ?? ""}`),
    ...optional_scopes.map((scope) => `${scope} (${labels.optional}): ${scope_reasons[scope] ?? ""}`),
  ]
}

/** The differences between two versions. */
export function VersionDifference({ before, after }: VersionDifferenceProps) {
  const t = useTranslations("AppReviews")
  const apps = useTranslations("OauthApps")
  const needs = { required: apps("required"), optional: apps("optional") }
  const pkce = ({ pkce_required }: AppVersion): string => apps(pkce_required ? "pkce_on" : "pkce_off")
  const anyPort = ({ loopback_any_port }: AppVersion): string[] => (loopback_any_port ? [apps("any_port")] : [])
  const fields: [string, string[], string[]][] = [
    [t("field_name"), [before.name], [after.name]],
    [apps("redirects"), [...before.redirect_uris, ...anyPort(before)], [...after.redirect_uris, ...anyPort(after)]],
    [apps("post_logout"), before.post_logout_redirect_uris, after.post_logout_redirect_uris],
    [apps("scopes"), scopeLines(before, needs), scopeLines(after, needs)],
    [apps("description"), linesOf(before.description), linesOf(after.description)],
    ...(["homepage", "privacy", "terms"] as const).map((name): [string, string[], string[]] => [
      apps(name),
      linesOf(before[`${name}_url`]),
      linesOf(after[`${name}_url`]),
    ]),
    [apps("pkce"), [pkce(before)], [pkce(after)]],
  ]
  const changed = fields.filter(([, previous, updated]) => previous.join("\n") !== updated.join("\n"))
  const newLogo = logoHash(before) !== logoHash(after)
  if (changed.length === 0 && !newLogo) return <p className="text-sm text-muted">{t("difference_none")}</p>
  return (
    <div className="grid gap-5">
      {changed.map(([name, previous, updated]) => (
        <Field key={name} name={name}>
          <Lines
            lines={previous}
            other={updated}
            sign="−"
            label={t("before")}
            className="bg-danger-soft text-danger-ink"
          />
          <Lines lines={updated} other={previous} sign="+" label={t("after")} className="bg-neem-soft text-neem-ink" />
        </Field>
      ))}
      {newLogo && (
        <Field name={apps("logo")}>
          {(
            [
              ["before", before],
              ["after", after],
            ] as const
          ).map(([label, version]) => (
            <div key={label}>
              <p className="mb-1 text-xs text-muted">{t(label)}</p>
              <AppLogo name={version.name} logo={version.logo} large />
            </div>
          ))}
        </Field>
      )}
    </div>
  )
}

function Field({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <h3 className="text-sm font-medium">{name}</h3>
      <div className="grid min-w-0 grid-cols-1 gap-3 md:grid-cols-2">{children}</div>
    </div>
  )
}

interface LinesProps {
  lines: readonly string[]
  other: readonly string[]
  sign: string
  label: string
  className: string
}

function Lines({ lines, other, sign, label, className }: LinesProps) {
  const t = useTranslations("OauthApps")
  return (
    <div className="min-w-0">
      <p className="mb-1 text-xs text-muted">{label}</p>
      {lines.length === 0 ? (
        <p className="text-sm text-muted">{t("none")}</p>
      ) : (
        <ul className="grid gap-1 text-sm">
          {lines.map((line) => (
            <li key={line} className={`rounded-md px-2 py-0.5 wrap-anywhere ${other.includes(line) ? "" : className}`}>
              {!other.includes(line) && <span aria-hidden="true">{sign} </span>}
              {line}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
