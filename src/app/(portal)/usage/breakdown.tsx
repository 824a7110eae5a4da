import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { ChangeBadge } from "@/app/(portal)/usage/change-badge"
import { type Group, type GroupRow, type Sort, sortRows } from "@/app/(portal)/usage/breakdown-url"
import { pathStem } from "@/app/(portal)/usage/error-groups"
import { Share } from "@/app/(portal)/usage/share"
import { useFormatP95 } from "@/app/(portal)/usage/usage-figures"
import type { UsageRange } from "@/app/(portal)/usage/usage-url"
import type { RequestCredential } from "@/features/requests/schema"
import type { UsageSummary } from "@/features/usage/schema"
import { formatNumber, formatShare } from "@/i18n/format"
import { withQuery } from "@/ui/query-url"
import { FROM_CLASSES } from "@/ui/table/column"
import { SortHeader } from "@/ui/table/sort-header"
import { TableFrame } from "@/ui/table/table-frame"

interface BreakdownProps {
  by: Group
  usage: UsageSummary
  /** The names of keys and apps. */
  credentials: RequestCredential[]
  range: UsageRange
  sort: Sort
  sortHref: (sort: string) => string
}

const CELL = "px-2.5 first:pl-4 last:pr-4"
const NUMBER = `${CELL} text-right whitespace-nowrap tabular-nums`

/** The requests of a period by key, endpoint or status, with the share of each. Rendered on the server. */
export function Breakdown({ by, usage, credentials, range, sort, sortHref }: BreakdownProps) {
  const t = useTranslations("Usage")
  const overview = useTranslations("Overview")
  const locale = useLocale()
  const formatP95 = useFormatP95(locale)
  const names = new Map(credentials.map(({ id, name }) => [id, name]))
  const rows = sortRows(usage.groups[by === "endpoint" ? "operation" : by], sort)
  const number = (value: number): string => formatNumber(value, locale)
  const until = "from" in range ? usage.until : undefined
  const compared = usage.previous !== null
  const log = (row: GroupRow): string =>
    withQuery("/requests", {
      ...(by === "key" && { key: row.name }),
      ...(by === "endpoint" && { method: row.name.split(" ")[0], path: pathStem(row.name) }),
      ...(by === "status" && { status: row.name }),
      ...{ from: usage.from, until },
    })
  const name = (row: GroupRow): ReactNode => {
    if (by !== "key") return <span className="font-mono text-xs">{row.name}</span>
    const text = names.get(row.name) ?? t("deleted")
    if (!row.name.startsWith("key_")) return <span title={t("app")}>{text}</span>
    return (
      <Link href={withQuery(`/keys/${row.name}`, { ...range })} className="link">
        {text}
      </Link>
    )
  }
  const head = (header: string, column: string | null, className: string): ReactNode => (
    <SortHeader
      header={header}
      hidden={false}
      sort={column === null ? undefined : column === "name" ? ["name", "-name"] : [`-${column}`, column]}
      current={sort}
      href={sortHref}
      className={className}
    />
  )
  return (
    <TableFrame
      caption={t(`caption_${by}`)}
      head={
        <>
          {head(t(`by_${by}`), "name", CELL)}
          {head(overview("requests"), "requests", NUMBER)}
          {compared && head(t("change"), null, `${NUMBER} ${FROM_CLASSES.md}`)}
          {head(overview("failed"), "errors", `${NUMBER} ${FROM_CLASSES.sm}`)}
          {head(overview("errors"), null, NUMBER)}
          {head("p95", "p95", `${NUMBER} ${FROM_CLASSES.sm}`)}
        </>
      }
    >
      {rows.map((row) => (
        <tr key={row.name} className="border-t border-line hover:bg-sunken">
          <th scope="row" className={`h-9 w-full max-w-0 text-left font-normal ${CELL}`}>
            <div className="truncate">{name(row)}</div>
          </th>
          <td className={NUMBER}>
            <Share share={row.requests / Math.max(1, usage.requests)}>
              <Link href={log(row)} prefetch={false} className="link inline-flex min-h-6 items-center">
                {number(row.requests)}
                <span className="sr-only">: {t("log_of", { name: names.get(row.name) ?? row.name })}</span>
              </Link>
            </Share>
          </td>
          {compared && (
            <td className={`${NUMBER} text-muted ${FROM_CLASSES.md}`}>
              <ChangeBadge now={row.requests} before={row.previous_requests ?? 0} />
            </td>
          )}
          <td className={`${NUMBER} ${FROM_CLASSES.sm}`}>{row.errors === 0 ? "–" : number(row.errors)}</td>
          <td className={NUMBER}>
            {row.errors === 0 || row.requests === 0 ? (
              <span className="text-muted">–</span>
            ) : (
              formatShare(row.errors / row.requests, locale)
            )}
          </td>
          <td className={`${NUMBER} ${FROM_CLASSES.sm}`}>{formatP95(row)}</td>
        </tr>
      ))}
    </TableFrame>
  )
}
