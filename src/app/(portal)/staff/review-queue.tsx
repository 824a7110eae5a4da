"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { AppLogo } from "@/app/(portal)/apps/app-logo"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { pluralValues, formatAgo, formatTime } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { Pager } from "@/ui/pager"
import { withQuery } from "@/ui/query-url"
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

const addressOf = ({ q, page, waiting }: Omit<ListProps, "baseUrl">): string =>
  withQuery("/staff", { q, page, waiting: waiting === 1 ? undefined : waiting })

/** The apps that wait for a review, oldest first. */
export function ReviewQueue({ q, waiting, page, baseUrl, clock }: ListProps & { clock: ViewerTimeZone }) {
  const t = useTranslations("AppReviews")
  const locale = useLocale()
  const [{ data: queue, meta: queued }, { dataUpdatedAt }] = trpc.appReviews.queue.useSuspenseQuery({ page: waiting })
  const now = new Date(dataUpdatedAt)
  return queue.length === 0 ? (
    <EmptyState
      sentence={t("queue_empty")}
      action={<ButtonLink href="/staff#decided">{t("decided")}</ButtonLink>}
      note={t("queue_note")}
      snippet={`${baseUrl}/apps`}
    />
  ) : (
    <section aria-labelledby="queue" className="grid grid-cols-1 gap-4">
      <h2 id="queue" className="sr-only">
        {t("queue")}
      </h2>
      <ul className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
        {queue.map((app) => (
          <AppLine
            key={app.client_id}
            app={app}
            note={t("submitted", { when: formatAgo(app.submitted_at, locale, now) })}
            title={formatTime(app.submitted_at, locale, clock)}
          >
            <Badge tone="indigo">{t(app.update ? "update" : "new")}</Badge>
            {app.own && <Badge>{t("own")}</Badge>}
          </AppLine>
        ))}
      </ul>
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
  return (
    <>
      {similar && <p role="status">{t("similar")}</p>}
      {found.length === 0 ? (
        <EmptyState
          sentence={t("nothing_found")}
          action={<ButtonLink href="/staff#decided">{t("show_all")}</ButtonLink>}
          note={t("nothing_note")}
          snippet={`${baseUrl}/staff?q=developer@example.in`}
        />
      ) : (
        <ul className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
          {found.map((app) => (
            <AppLine key={app.client_id} app={app} note={t("people", pluralValues(app.people, locale))}>
              {app.suspended_at !== null && <Badge tone="danger">{t("suspended")}</Badge>}
              {app.status !== "approved" && <Badge>{apps(`status_${app.status}`)}</Badge>}
            </AppLine>
          ))}
        </ul>
      )}
      <Pager
        page={meta.page}
        last={meta.last_page}
        href={(other) => `${addressOf({ q, waiting, page: other })}#decided`}
      />
    </>
  )
}

interface AppLineProps {
  app: { client_id: string; name: string; logo: string | null; owner: string }
  note: string
  title?: string
  children: ReactNode
}

const AppLine = ({ app: { client_id, name, logo, owner }, note, title, children }: AppLineProps) => {
  const t = useTranslations("AppReviews")
  return (
    <li className="relative flex items-center gap-4 px-4 py-4 first:rounded-t-2xl last:rounded-b-2xl hover:bg-sunken sm:px-5">
      <AppLogo name={name} logo={logo} />
      <div className="grid min-w-0 gap-0.5">
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="font-medium wrap-anywhere">
            <Link href={`/staff/apps/${client_id}`} className="after:absolute after:inset-0">
              {name}
            </Link>
          </h3>
          {children}
        </div>
        <p className="text-sm text-muted wrap-anywhere">
          {t("by", { owner })} · <span title={title}>{note}</span>
        </p>
      </div>
    </li>
  )
}
