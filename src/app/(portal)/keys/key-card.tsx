import { useLocale, useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { EditKeyButton } from "@/app/(portal)/keys/edit-key-button"
import { RevokeKeyButton } from "@/app/(portal)/keys/revoke-key-button"
import { RollKeyButton } from "@/app/(portal)/keys/roll-key-button"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { ApiKey } from "@/features/api-keys/schema"
import { formatAgo, formatDate, formatNumber, formatTime } from "@/i18n/format"
import { Badge } from "@/ui/badge"

const UNUSED_MS = 30 * 24 * 60 * 60 * 1000

const isUnused = ({ last_used_at, created_at }: ApiKey, now: Date): boolean =>
  now.getTime() - Date.parse(last_used_at ?? created_at) > UNUSED_MS

interface KeyCardProps {
  apiKey: ApiKey
  baseUrl: string
  clock: ViewerTimeZone
  /** The time when the list was read, to which relative times refer. */
  now: Date
}

/** One key of the list. */
export const KeyCard = ({ apiKey, baseUrl, clock, now }: KeyCardProps) => {
  const t = useTranslations("Keys")
  const common = useTranslations("Common")
  const locale = useLocale()
  const {
    name,
    status,
    scopes,
    prefix,
    last_four,
    last_used_at,
    created_at,
    expires_at,
    revoked_at,
    allowed_ips,
    rate_limit,
    old_secrets,
  } = apiKey
  const works = status === "active"
  return (
    <li className="grid gap-4 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5">
      <div className="grid gap-3 sm:flex sm:items-start sm:justify-between">
        <div className="grid min-w-0 gap-1">
          <div className="flex flex-wrap items-center gap-2">
            <h2 className="font-semibold wrap-anywhere">{name}</h2>
            {works ? (
              <span className="sr-only">{t("status_active")}</span>
            ) : (
              <Badge tone="danger">{t(`status_${status}`)}</Badge>
            )}
            {works && isUnused(apiKey, now) && <Badge>{t("unused")}</Badge>}
          </div>
          <p className="font-mono text-sm text-muted">
            <span className="sr-only">{t("id_label")} </span>
            {prefix}…{last_four}
          </p>
        </div>
        {works && (
          <div className="flex shrink-0 flex-wrap gap-2">
            <EditKeyButton apiKey={apiKey} />
            <RollKeyButton apiKey={apiKey} baseUrl={baseUrl} />
            <RevokeKeyButton apiKey={apiKey} />
          </div>
        )}
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm md:grid-cols-[minmax(0,1fr)_6.5rem_6.5rem_6.5rem_6.5rem]">
        <Fact name={t("scopes")} wide>
          <ul className="flex flex-wrap gap-1.5">
            {scopes.map((scope) => (
              <li key={scope} className="rounded-md bg-sunken px-2 font-mono text-xs">
                {scope}
              </li>
            ))}
          </ul>
        </Fact>
        <Fact name={t("last_used")} title={last_used_at === null ? undefined : formatTime(last_used_at, locale, clock)}>
          {last_used_at === null ? common("never") : formatAgo(last_used_at, locale, now)}
        </Fact>
        <Fact name={t("created")}>{formatDate(created_at, locale, clock)}</Fact>
        {revoked_at === null ? (
          <Fact name={t("expires")}>
            {expires_at === null ? common("never") : formatDate(expires_at, locale, clock)}
          </Fact>
        ) : (
          <Fact name={t("revoked_at")}>{formatTime(revoked_at, locale, clock)}</Fact>
        )}
        <Fact name={t("rate_limit")}>{t("per_minute", { count: formatNumber(rate_limit, locale) })}</Fact>
        {allowed_ips.length > 0 && (
          <Fact name={t("from")} wide>
            <span className="font-mono text-xs wrap-anywhere">{allowed_ips.join(", ")}</span>
          </Fact>
        )}
      </dl>
      {works &&
        old_secrets.map((old) => (
          <p key={old.last_four} className="rounded-lg bg-marigold-soft px-3 py-2 text-sm text-marigold-ink">
            {t("old_secret", { last_four: old.last_four, until: formatTime(old.expires_at, locale, clock) })}
          </p>
        ))}
    </li>
  )
}

interface FactProps {
  name: string
  title?: string | undefined
  /** Takes a line of its own on narrow screens. */
  wide?: boolean
  children: ReactNode
}

const Fact = ({ name, title, wide = false, children }: FactProps) => (
  <div title={title} className={wide ? "max-md:col-span-2" : undefined}>
    <dt className="mb-0.5 text-xs text-muted">{name}</dt>
    <dd>{children}</dd>
  </div>
)
