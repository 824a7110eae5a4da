import Link from "next/link"

interface SortHeaderProps {
  header: string
  /** Whether only screen readers need it. */
  hidden: boolean
  sort: readonly [first: string, second: string] | undefined
  /** The list's sort order. */
  current: string | undefined
  href: (sort: string) => string
  className: string
}

/** A column's header; a click sorts by the column, and another one reverses the order. */
export function SortHeader({ header, hidden, sort, current, href, className }: SortHeaderProps) {
  if (!sort)
    return (
      <th scope="col" className={`font-medium ${className}`}>
        {hidden ? <span className="sr-only">{header}</span> : header}
      </th>
    )
  const sorted = current !== undefined && sort.includes(current)
  const descending = current?.startsWith("-") ?? false
  return (
    <th
      scope="col"
      aria-sort={sorted ? (descending ? "descending" : "ascending") : undefined}
      className={`font-medium ${className}`}
    >
      <Link
        href={href(current === sort[0] ? sort[1] : sort[0])}
        scroll={false}
        prefetch={false}
        className="inline-flex min-h-6 items-center gap-1 hover:text-ink"
      >
        {header}
        <svg
          viewBox="0 0 12 12"
          aria-hidden="true"
          className={`size-3 shrink-0 ${sorted ? "text-ink" : "opacity-40"} ${sorted && !descending ? "rotate-180" : ""}`}
        >
          <path d="M6 2v8M2.5 6.5 6 10l3.5-3.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
        </svg>
      </Link>
    </th>
  )
}
