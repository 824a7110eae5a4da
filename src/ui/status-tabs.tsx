import Link from "next/link"
import { useTranslations } from "next-intl"
import type { OrderStatus } from "@/domain/order-status"
import { withQuery } from "@/ui/query-url"

interface StatusTabsProps {
  label: string
  all: string
  path: string
  statuses: readonly OrderStatus[]
  current: OrderStatus | undefined
  /** The number of orders with a status, where it matters. */
  counts?: Partial<Record<OrderStatus, string>>
}

/** A list's filter by status, which becomes part of the URL. */
export const StatusTabs = ({ label, all, path, statuses, current, counts = {} }: StatusTabsProps) => {
  const t = useTranslations("OrderStatus")
  return (
    <nav aria-label={label}>
      <ul className="flex flex-wrap gap-1.5">
        {[undefined, ...statuses].map((status) => (
          <li key={status ?? "all"}>
            <Link
              href={withQuery(path, { status })}
              aria-current={status === current ? "page" : undefined}
              className="inline-flex min-h-9 items-center gap-1.5 rounded-full border border-line bg-surface px-3.5 text-sm text-muted hover:text-ink aria-[current]:border-ink aria-[current]:bg-ink aria-[current]:text-paper"
            >
              {status === undefined ? all : t(status)}
              {status !== undefined && counts[status] !== undefined && (
                <span className="font-medium tabular-nums">{counts[status]}</span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
