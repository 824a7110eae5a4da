"use client"

import { BackLink } from "@/ui/back-link"
import { useLocale, useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { KeyButtons } from "@/app/(portal)/keys/[id]/key-buttons"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatAgo, formatDate, formatNumber, formatTime } from "@/i18n/format"
import { Badge, ModeBadge } from "@/ui/badge"
import { PageHeading } from "@/ui/page-heading"
import { trpc } from "@/ui/trpc"

interface KeyHeadProps {
  id: string
  timeZone: ViewerTimeZone
  baseUrl: string
}

/** What a key is: its name, mode and status, its facts, and what can be done with it. */
export function KeyHead({ id, timeZone, baseUrl }: KeyHeadProps) {
  const t = useTranslations("Keys")
  const common = useTranslations("Common")
  const locale = useLocale()
  const [{ data: key }, { dataUpdatedAt }] = trpc.portalKeys.get.useSuspenseQuery({ id })
  const { name, mode, status, scopes, prefix, last_four, allowed_ips, rate_limit, api_version, old_secrets } = key
  const works = status === "active"
  const date = (at: string): string => formatDate(at, locale, timeZone)
  return (
    <>
      <BackLink href="/keys">{t("title")}</BackLink>
      <PageHeading
        title={<span className="wrap-anywhere">{name}</span>}
        lead={
          <span className="flex flex-wrap items-center gap-2 pt-1 text-sm">
            <ModeBadge livemode={mode === "live"} />
            <Badge tone={works ? "neem" : "danger"}>{t(`status_${status}`)}</Badge>
            <span className="font-mono">
              <span className="sr-only">{t("id_label")} </span>
              {prefix}…{last_four}
            </span>
          </span>
        }
      >
        {works && <KeyButtons apiKey={key} baseUrl={baseUrl} />}
      </PageHeading>
      <dl className="flex flex-wrap gap-x-8 gap-y-3 rounded-xl border border-line bg-surface px-4 py-3 text-sm">
        <Detail
          name={t("last_used")}
          title={key.last_used_at === null ? undefined : formatTime(key.last_used_at, locale, timeZone)}
        >
          {key.last_used_at === null ? common("never") : formatAgo(key.last_used_at, locale, new Date(dataUpdatedAt))}
        </Detail>
        <Detail name={t("created")}>{date(key.created_at)}</Detail>
        {key.revoked_at === null ? (
          <Detail name={t("expires")}>{key.expires_at === null ? common("never") : date(key.expires_at)}</Detail>
        ) : (
          <Detail name={t("revoked_at")}>{formatTime(key.revoked_at, locale, timeZone)}</Detail>
        )}
        <Detail name={t("rate_limit")}>{t("per_minute", { count: formatNumber(rate_limit, locale) })}</Detail>
        <Detail name={t("api_version")}>{api_version}</Detail>
        {allowed_ips.length > 0 && (
          <Detail name={t("from")}>
            <span className="font-mono text-xs wrap-anywhere">{allowed_ips.join(", ")}</span>
          </Detail>
        )}
        <Detail name={t("scopes")}>
          <span className="flex flex-wrap gap-1.5">
            {scopes.map((scope) => (
              <span key={scope} className="rounded-md bg-sunken px-2 font-mono text-xs leading-5">
                {scope}
              </span>
            ))}
          </span>
        </Detail>
      </dl>
      {works &&
        old_secrets.map((old) => (
          <p key={old.last_four} className="rounded-lg bg-marigold-soft px-3 py-2 text-sm text-marigold-ink">
            {t("old_secret", { last_four: old.last_four, until: formatTime(old.expires_at, locale, timeZone) })}
          </p>
        ))}
    </>
  )
}

function Detail({ name, title, children }: { name: string; title?: string | undefined; children: ReactNode }) {
  return (
    <div title={title} className="min-w-0">
      <dt className="mb-0.5 text-xs text-muted">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
