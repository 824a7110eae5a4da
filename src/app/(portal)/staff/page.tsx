import type { Metadata } from "next"
import Link from "next/link"
import { getLocale, getTranslations } from "next-intl/server"
import type { ReactNode } from "react"
import { AppLogo } from "@/app/(portal)/apps/app-logo"
import { orNotFound, portal, requireVisitor } from "@/app/visitor"
import { formatAgo, formatTime } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import { Button, ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { InputField } from "@/ui/field"
import { PageHeading } from "@/ui/page-heading"
import { withQuery } from "@/ui/query-address"

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations("AppReviews"))("title") })

const SEARCH_MAX = 100

const StaffPage = async ({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) => {
  const asked = (await searchParams).q
  const q = typeof asked === "string" ? asked.replaceAll("\0", "").slice(0, SEARCH_MAX) : ""
  await requireVisitor(withQuery("/staff", { q }))
  const caller = await portal()
  const [t, locale, { data: queue }, { data: decided }] = await Promise.all([
    getTranslations("AppReviews"),
    getLocale(),
    orNotFound(caller.appReviews.queue()),
    orNotFound(caller.appReviews.decided({ q })),
  ])
  const now = new Date()
  return (
    <ClientMessages namespaces={[]}>
      <PageHeading title={t("title")} lead={t("lead")} />
      {queue.length === 0 ? (
        <EmptyState sentence={t("queue_empty")} action={<ButtonLink href="/staff#decided">{t("decided")}</ButtonLink>} />
      ) : (
        <section aria-labelledby="queue">
          <h2 id="queue" className="sr-only">
            {t("queue")}
          </h2>
          <ul className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
            {queue.map((app) => (
              <AppLine key={app.client_id} app={app} note={t("submitted", { when: formatAgo(app.submitted_at, locale, now) })} title={formatTime(app.submitted_at, locale)}>
                <Badge tone="indigo">{t(app.update ? "update" : "new")}</Badge>
                {app.own && <Badge>{t("own")}</Badge>}
              </AppLine>
            ))}
          </ul>
        </section>
      )}
      <section aria-labelledby="decided" className="grid grid-cols-1 gap-4">
        <h2 id="decided" className="text-xl font-semibold">
          {t("decided")}
        </h2>
        <form role="search" action="/staff#decided" className="flex flex-wrap items-end gap-3">
          <div className="min-w-0 flex-1 basis-60">
            <InputField label={t("search")} name="q" type="search" defaultValue={q} maxLength={SEARCH_MAX} />
          </div>
          <Button type="submit" className="min-h-11">
            {t("search_submit")}
          </Button>
        </form>
        {decided.length === 0 ? (
          <p className="text-sm text-muted">{t("nothing_found")}</p>
        ) : (
          <ul className="divide-y divide-line rounded-2xl border border-line bg-surface shadow-card">
            {decided.map((app) => (
              <AppLine key={app.client_id} app={app} note={t("people", { count: app.people })}>
                {app.suspended_at !== null && <Badge tone="danger">{t("suspended")}</Badge>}
              </AppLine>
            ))}
          </ul>
        )}
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
