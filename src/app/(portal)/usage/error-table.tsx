"use client"

import Link from "next/link"
import { PlainTable } from "@/app/(portal)/usage/plain-table"
import { Badge } from "@/ui/badge"

interface ErrorRow {
  code: string
  status: number
  /** Such as "GET /v1/products/{id}". */
  operation: string
  /** The number of requests, as text. */
  requests: string
  lastSeen: string
  /** What the link to the code's documentation, and to the requests in the log, lead to. */
  docsTitle: string
  logTitle: string
  logHref: string
}

interface ErrorTableProps {
  caption: string
  heads: { code: string; endpoint: string; requests: string; lastSeen: string }
  rows: ErrorRow[]
  /** Whether rows have two lines at every width, for a narrow place. */
  stacked: boolean
}

/** The most frequent errors. A client component: its strings are a fraction of its elements, sent for hydration. */
export function ErrorTable({ caption, heads, rows, stacked }: ErrorTableProps) {
  return (
    <PlainTable
      caption={caption}
      rows={rows}
      stacked={stacked}
      rowId={({ code, operation }) => `${code} ${operation}`}
      columns={[
        {
          id: "code",
          header: heads.code,
          flexibleWhenNarrow: true,
          cell: ({ code, status, docsTitle }) => (
            <span className="flex items-center gap-2">
              <Badge tone={status >= 500 ? "danger" : "marigold"}>{String(status)}</Badge>
              <Link
                href={`/docs/errors#${code}`}
                title={docsTitle}
                className="font-mono text-xs text-link hover:underline truncate"
              >
                {code}
              </Link>
            </span>
          ),
          below: ({ operation }) => <Operation>{operation}</Operation>,
        },
        {
          id: "endpoint",
          header: heads.endpoint,
          flexible: true,
          from: "sm",
          cell: ({ operation }) => <Operation>{operation}</Operation>,
        },
        {
          id: "requests",
          header: heads.requests,
          align: "right",
          cell: ({ requests, logHref, logTitle }) => (
            <Link href={logHref} className="link inline-flex min-h-6 items-center">
              {requests}
              <span className="sr-only">: {logTitle}</span>
            </Link>
          ),
          below: ({ lastSeen }) => lastSeen,
        },
        {
          id: "last",
          header: heads.lastSeen,
          align: "right",
          from: "sm",
          cell: ({ lastSeen }) => <span className="text-muted">{lastSeen}</span>,
        },
      ]}
    />
  )
}

function Operation({ children }: { children: string }) {
  return <span className="font-mono text-xs text-muted">{children}</span>
}
