import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { RequestSummary } from "@/features/requests/schema"
import { formatNumber, formatSecond } from "@/i18n/format"
import { Badge, type BadgeTone } from "@/ui/badge"

export const toneOf = (status: number): BadgeTone => (status >= 500 ? "danger" : status >= 400 ? "marigold" : "neem")

interface LogRowProps {
  request: RequestSummary
  /** The name of the credential. */
  name: string | undefined
  href: string
  open: boolean
  clock: ViewerTimeZone
  /** Whether it has just arrived. */
  fresh?: boolean
}

/** One request of the log. What narrow screens leave out is in its details. */
export const LogRow = ({
  request: { method, path, status, error_code, duration_ms, created_at },
  name,
  href,
  open,
  clock,
  fresh = false,
}: LogRowProps) => {
  const t = useTranslations("Requests")
  const locale = useLocale()
  return (
    <tr className={`relative ${open ? "bg-indigo-soft" : fresh ? "bg-marigold-soft" : "hover:bg-sunken"}`}>
      <td className="px-3 py-2 align-top text-xs whitespace-nowrap text-muted tabular-nums max-sm:hidden sm:pl-5">
        <time dateTime={created_at}>{formatSecond(created_at, locale, clock)}</time>
      </td>
      <td className="w-full px-3 py-2 align-top max-sm:pl-4">
        <Link
          href={href}
          scroll={false}
          prefetch={false}
          aria-label={t("open", { request: `${method} ${path}` })}
          // The whole row is a link to the details.
          className="font-mono text-xs wrap-anywhere after:absolute after:inset-0"
        >
          <span className="font-semibold">{method}</span> {path}
        </Link>
        <span className="block text-xs text-muted sm:hidden">
          <time dateTime={created_at}>{formatSecond(created_at, locale, clock)}</time>
        </span>
      </td>
      <td className="px-3 py-2 align-top">
        <span className="flex items-center gap-x-2">
          <Badge tone={toneOf(status)}>{String(status)}</Badge>
          {error_code !== null && (
            <span className="font-mono text-xs whitespace-nowrap max-md:hidden">{error_code}</span>
          )}
        </span>
      </td>
      <td className="max-w-40 truncate px-3 py-2 align-top text-xs text-muted max-lg:hidden">{name ?? t("gone")}</td>
      <td className="px-3 py-2 text-right align-top text-xs whitespace-nowrap text-muted tabular-nums max-sm:hidden sm:pr-5">
        {t("ms", {
          ms: formatNumber(duration_ms < 10 ? Math.round(duration_ms * 10) / 10 : Math.round(duration_ms), locale),
        })}
      </td>
    </tr>
  )
}
