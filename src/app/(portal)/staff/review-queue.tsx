"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { AppLogo } from "@/app/(portal)/apps/app-logo"
import { APP_SEARCH_MAX } from "@/app/(portal)/staff/search-max"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatAgo, formatNumber, formatTime, pluralValues } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { Pager } from "@/ui/pager"
import { withQuery } from "@/ui/query-url"
import type { TableColumn } from "@/ui/table/column"
import { DataTable } from "@/ui/table/data-table"
import { TableSearch } from "@/ui/table/table-search"
import { Toolbar } from "@/ui/table/toolbar"
import { trpc } from "@/ui/trpc"

interface ListProps {
  /** The search text. */
  q: string
  /** The page of the queue. */
  waiting: number
  /** The page of the search results. */
  page: number
  baseUrl: string
}

function addressOf({ q, page, waiting }: Omit<ListProps, "baseUrl">): string {
  return withQuery("/staff", { q, page, waiting: waiting === 1 ? undefined : waiting })
}

/** The apps that wait for a review, oldest first. */
export function ReviewQueue({ q, waiting, page, baseUrl, timeZone }: ListProps & { timeZone: ViewerTimeZone }) {
  const t = useTranslations("AppReviews")
  const locale = useLocale()
  const [{ data: queue, meta: queued }, { dataUpdatedAt }] = trpc.appReviews.queue.useSuspenseQuery({ page: waiting })
  const now = new Date(dataUpdatedAt)
  const columns = useAppColumns<(typeof queue)[number]>({
    status: ({ update, own }) => (
      <>
        <Badge tone="indigo">{t(update ? "update" : "new")}</Badge>
        {own && <Badge>{t("own")}</Badge>}
      </>
    ),
    last: {
      header: t("submitted_column"),
      cell: ({ submitted_at: at }) => (
        <time dateTime={at} title={formatTime(at, locale, timeZone)}>
          {formatAgo(at, locale, now)}
        </time>
      ),
    },
  })
  return queue.length === 0 ? (
    <EmptyState
      sentence={t("queue_empty")}
      action={<ButtonLink href="/staff#decided">{t("decided")}</ButtonLink>}
      note={t("queue_note")}
      snippet={`${baseUrl}/apps`}
    />
  ) : (
    <section aria-label={t("queue")} className="grid min-w-0 grid-cols-1 gap-3">
      <DataTable
        caption={t("queue")}
        rows={queue}
        columns={columns}
        rowId={({ client_id }) => client_id}
        chosen={undefined}
        sort={undefined}
        sortHref={() => "/staff"}
      />
      <Pager
        label={t("queue_pages")}
        page={queued.page}
        last={queued.last_page}
        href={(other) => addressOf({ q, page, waiting: other })}
      />
    </section>
  )
}

/** The apps that were decided, or the search results. */
export function FoundApps({ q, waiting, page, baseUrl }: ListProps) {
  const t = useTranslations("AppReviews")
  const apps = useTranslations("OauthApps")
  const locale = useLocale()
  const [{ data: found, meta, similar }] = trpc.appReviews.find.useSuspenseQuery({ q, page })
  const columns = useAppColumns<(typeof found)[number]>({
    status: ({ suspended_at, status }) => (
      <>
        {suspended_at !== null && <Badge tone="danger">{t("suspended")}</Badge>}
        {(suspended_at === null || status !== "approved") && (
          <Badge tone={status === "approved" ? "neem" : "neutral"}>{apps(`status_${status}`)}</Badge>
        )}
      </>
    ),
    last: {
      header: apps("users"),
      cell: ({ people }) => formatNumber(people, locale),
      below: ({ people }) => apps("people", pluralValues(people, locale)),
    },
  })
  return (
    <section id="decided" aria-label={t(q === "" ? "decided" : "found")} className="grid min-w-0 grid-cols-1 gap-3">
      <Toolbar title={t(q === "" ? "decided" : "found")} part>
        <TableSearch
          path="/staff"
          query={{ q: q === "" ? undefined : q, waiting: waiting === 1 ? undefined : waiting }}
          label={t("search")}
          maxLength={APP_SEARCH_MAX}
        />
      </Toolbar>
      {similar && <p role="status">{t("similar")}</p>}
      {found.length === 0 ? (
        <EmptyState
          sentence={t("not_found")}
          action={<ButtonLink href="/staff#decided">{t("show_all")}</ButtonLink>}
          note={t("not_found_note")}
          snippet={`${baseUrl}/staff?q=developer@example.in`}
        />
      ) : (
        <DataTable
          caption={t("decided")}
          rows={found}
          columns={columns}
          rowId={({ client_id }) => client_id}
          chosen={undefined}
          sort={undefined}
          sortHref={() => "/staff"}
        />
      )}
      <Pager
        page={meta.page}
        last={meta.last_page}
        href={(other) => `${addressOf({ q, waiting, page: other })}#decided`}
      />
    </section>
  )
}

interface ListedApp {
  client_id: string
  name: string
  logo: string | null
  owner: string
}

interface AppColumnsOptions<App> {
  status: (app: App) => ReactNode
  /** The last column. */
  last: {
    header: string
    cell: (app: App) => ReactNode
    /** Where the table is too narrow for the column, and so for its header. */
    below?: (app: App) => ReactNode
  }
}

/** The columns of both tables, whose widths do not depend on their content, so that the tables align. */
function useAppColumns<App extends ListedApp>({ status, last }: AppColumnsOptions<App>): TableColumn<App>[] {
  const t = useTranslations("AppReviews")
  const apps = useTranslations("OauthApps")
  return [
    {
      id: "name",
      header: apps("name"),
      flexible: true,
      cell: ({ client_id, name, logo }) => (
        <span className="flex items-center gap-2.5">
          <AppLogo name={name} logo={logo} small />
          <Link
            href={`/staff/apps/${client_id}`}
            prefetch={false}
            className="truncate font-medium after:absolute after:inset-0 hover:underline"
          >
            {name}
          </Link>
        </span>
      ),
      below: ({ owner }) => t("by", { owner }),
    },
    {
      id: "developer",
      header: t("developer"),
      from: "sm",
      cell: ({ owner }) => <span className="block w-32 truncate @3xl:w-52">{owner}</span>,
    },
    {
      id: "status",
      header: apps("status"),
      cell: (app) => <span className="flex min-w-24 gap-1.5 @xl:min-w-28">{status(app)}</span>,
      below: last.below ?? last.cell,
    },
    {
      id: "last",
      header: last.header,
      from: "sm",
      align: "right",
      cell: (app) => <span className="inline-block min-w-28">{last.cell(app)}</span>,
    },
  ]
}
