import type { Metadata } from "next"
import Link from "next/link"
import { getLocale, getTranslations } from "next-intl/server"
import type { ReactNode } from "react"
import { AppLogo } from "@/app/(portal)/apps/app-logo"
import { readersClock } from "@/app/time-zone"
import { orNotFound, portal, requireVisitor } from "@/app/visitor"
import { counted, formatAgo, formatTime } from "@/i18n/format"
import { env } from "@/platform/env"
import { Badge } from "@/ui/badge"
import { ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import { Pager } from "@/ui/pager"
import { pageOf, withQuery } from "@/ui/query-address"
import { SearchForm } from "@/ui/search-form"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("AppReviews"))("title"),
})

const SEARCH_MAX = 100

const StaffPage = async ({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) => {
  const asked = await searchParams
  const q = typeof asked.q === "string" ? asked.q.replaceAll("\0", "").slice(0, SEARCH_MAX) : ""
  const [waiting, page] = [pageOf(asked.waiting), pageOf(asked.page)]
  const address = (to: { waiting?: number; page?: number }): string =>
    withQuery("/staff", {
      q,
      page,
      ...to,
      waiting: (to.waiting ?? waiting) === 1 ? undefined : (to.waiting ?? waiting),
    })
  await requireVisitor(address({}))
  const caller = await portal()
  const [t, apps, locale, clock, { data: queue, meta: queued }, { data: found, meta }] = await Promise.all([
    getTranslations("AppReviews"),
    getTranslations("OauthApps"),
    getLocale(),
    readersClock(),
    orNotFound(caller.appReviews.queue({ page: waiting })),
    orNotFound(caller.appReviews.find({ q, page })),
  ])
  const now = new Date()
  return (
    <ClientMessages namespaces={[]}>
      <PageHeading title={t("title")} lead={t("lead")} />
      {queue.length === 0 ? (
        <EmptyState
          sentence={t("queue_empty")}
          action={<ButtonLink href="/staff#decided">{t("decided")}</ButtonLink>}
          note={t("queue_note")}
          snippet={`${env.appUrl}/apps`}
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
            href={(other) => address({ waiting: other })}
          />
        </section>
      )}
      <section aria-labelledby="decided" className="grid grid-cols-1 gap-4">
        <div>
          <h2 id="decided" className="text-xl font-semibold">
            {t(q === "" ? "decided" : "found")}
          </h2>
          <p className="text-sm text-muted">{t("search_lead")}</p>
        </div>
        <SearchForm
          action="/staff#decided"
          label={t("search")}
          submit={t("search_submit")}
          words={q}
          maxLength={SEARCH_MAX}
        />
        {found.length === 0 ? (
          <EmptyState
            sentence={t("nothing_found")}
            action={<ButtonLink href="/staff#decided">{t("show_all")}</ButtonLink>}
            note={t("nothing_note")}
            snippet={`${env.appUrl}/staff?q=developer@example.in`}
          />
        ) : (
          <ul className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
            {found.map((app) => (
              <AppLine key={app.client_id} app={app} note={t("people", counted(app.people, locale))}>
                {app.suspended_at !== null && <Badge tone="danger">{t("suspended")}</Badge>}
                {app.status !== "approved" && <Badge>{apps(`status_${app.status}`)}</Badge>}
              </AppLine>
            ))}
          </ul>
        )}
        <Pager page={meta.page} last={meta.last_page} href={(other) => `${address({ page: other })}#decided`} />
      </section>
    </ClientMessages>
  )
}

interface AppLineProps {
  app: { client_id: string; name: string; logo: string | null; owner: string }
  note: string
  title?: string
  children: ReactNode
}

const AppLine = async ({ app: { client_id, name, logo, owner }, note, title, children }: AppLineProps) => {
  const t = await getTranslations("AppReviews")
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

export default StaffPage
