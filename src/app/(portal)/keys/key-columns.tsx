"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import { KeyActions } from "@/app/(portal)/keys/key-actions"
import { isUnused } from "@/app/(portal)/keys/key-list"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { ApiKey } from "@/features/api-keys/schema"
import { formatNumber, formatTime } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import { LastUsed } from "@/ui/table/last-used"
import type { TableColumn } from "@/ui/table/column"
import { TableTime } from "@/ui/table/table-time"

interface KeyColumnsOptions {
  baseUrl: string
  timeZone: ViewerTimeZone
  /** When the keys were read, in milliseconds. */
  now: number
}

/** The columns of the table of an account's keys. */
export function useKeyColumns({ baseUrl, timeZone, now }: KeyColumnsOptions): TableColumn<ApiKey>[] {
  const t = useTranslations("Keys")
  const common = useTranslations("Common")
  const locale = useLocale()
  const secret = ({ prefix, last_four }: ApiKey) => (
    <span className="font-mono text-xs text-muted">
      {prefix}…{last_four}
    </span>
  )
  const lastUsed = ({ last_used_at: at }: ApiKey) => <LastUsed at={at} timeZone={timeZone} now={now} />
  return [
    {
      id: "name",
      header: t("name"),
      sort: ["name", "-name"],
      flexible: true,
      cell: ({ id, name }) => (
        <Link href={`/keys/${id}`} prefetch={false} title={name} className="font-medium hover:underline">
          {name}
        </Link>
      ),
      below: secret,
    },
    { id: "key", header: t("id_label"), from: "sm", cell: secret },
    {
      id: "status",
      header: t("status"),
      cell: (key) => <KeyStatus apiKey={key} timeZone={timeZone} now={now} />,
      below: (key) => (key.last_used_at === null ? t("never_used") : lastUsed(key)),
    },
    {
      id: "scopes",
      header: t("scopes"),
      choice: "shown",
      from: "lg",
      cell: ({ scopes: [first, ...others], scopes }) => (
        <span title={scopes.join(", ")} className="font-mono text-xs">
          {first}
          {others.length > 0 && (
            <>
              <span aria-hidden="true" className="text-muted">{` +${formatNumber(others.length, locale)}`}</span>
              <span className="sr-only">, {others.join(", ")}</span>
            </>
          )}
        </span>
      ),
    },
    {
      id: "last_used",
      header: t("last_used"),
      choice: "shown",
      sort: ["-last_used", "last_used"],
      from: "sm",
      cell: lastUsed,
    },
    {
      id: "created",
      header: t("created"),
      choice: "shown",
      sort: ["-created", "created"],
      from: "lg",
      cell: ({ created_at }) => <TableTime at={created_at} timeZone={timeZone} now={now} />,
    },
    {
      id: "expires",
      header: t("expires"),
      choice: "shown",
      sort: ["expires", "-expires"],
      from: "md",
      cell: ({ expires_at: at }) =>
        at === null ? (
          <span className="text-muted">{common("never")}</span>
        ) : (
          <TableTime at={at} timeZone={timeZone} now={now} />
        ),
    },
    {
      id: "limit",
      header: t("rate_limit"),
      choice: "shown",
      align: "right",
      from: "xl",
      cell: ({ rate_limit }) => t("per_minute", { count: formatNumber(rate_limit, locale) }),
    },
    {
      id: "ips",
      header: t("from"),
      choice: "hidden",
      from: "sm",
      cell: ({ allowed_ips: ips }) => (
        <span className="block max-w-44 truncate font-mono text-xs" title={ips.join(", ")}>
          {ips.join(", ") || "–"}
        </span>
      ),
    },
    {
      id: "actions",
      header: t("actions"),
      headerHidden: true,
      align: "right",
      cell: (key) => key.status === "active" && <KeyActions apiKey={key} baseUrl={baseUrl} />,
    },
  ]
}

function KeyStatus({ apiKey, timeZone, now }: { apiKey: ApiKey; timeZone: ViewerTimeZone; now: number }) {
  const t = useTranslations("Keys")
  const locale = useLocale()
  const { status, revoked_at, old_secrets } = apiKey
  if (status !== "active")
    return (
      <Badge tone="danger" {...(revoked_at !== null && { title: formatTime(revoked_at, locale, timeZone) })}>
        {t(`status_${status}`)}
      </Badge>
    )
  const [old] = old_secrets
  const oldWords =
    old && t("old_secret", { last_four: old.last_four, until: formatTime(old.expires_at, locale, timeZone) })
  if (oldWords !== undefined)
    return (
      <Badge tone="marigold" title={oldWords}>
        <span aria-hidden="true">{t("old_valid")}</span>
        <span className="sr-only">{oldWords}</span>
      </Badge>
    )
  return isUnused(apiKey, now) ? (
    <Badge title={t("unused")}>
      <span aria-hidden="true">{t("unused_short")}</span>
      <span className="sr-only">{t("unused")}</span>
    </Badge>
  ) : (
    <Badge tone="neem">{t("status_active")}</Badge>
  )
}
