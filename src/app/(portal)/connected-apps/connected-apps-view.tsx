"use client"

import { useLocale, useTranslations } from "next-intl"
import { AppLogo } from "@/app/(portal)/apps/app-logo"
import { RemoveAppButton } from "@/app/(portal)/connected-apps/remove-app-button"
import { ScopeList } from "@/app/(portal)/connected-apps/scope-list"
import type { Mode } from "@/domain/mode"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { formatAgo, formatDate, formatTime } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import { ButtonLink } from "@/ui/button"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import { trpc } from "@/ui/trpc"

/** The apps that the account has authorized. */
export function ConnectedAppsView({ clock, mode }: { clock: ViewerTimeZone; mode: Mode }) {
  const t = useTranslations("ConnectedApps")
  const common = useTranslations("Common")
  const locale = useLocale()
  const [{ data: apps }, { dataUpdatedAt }] = trpc.connectedApps.list.useSuspenseQuery()
  // Relative times refer to the time when the list was read.
  const now = new Date(dataUpdatedAt)
  const sandbox = mode === "sandbox"
  return (
    <>
      <PageHeading title={t("title")} lead={t(sandbox ? "lead_sandbox" : "lead")} />
      {apps.length === 0 ? (
        <EmptyState
          sentence={t(sandbox ? "empty_sandbox" : "empty")}
          note={t(sandbox ? "empty_note_sandbox" : "empty_note")}
          action={sandbox && <ButtonLink href="/apps">{t("empty_action_sandbox")}</ButtonLink>}
        />
      ) : (
        <ul className="grid gap-3">
          {apps.map(
            ({
              id,
              name,
              logo,
              developer,
              homepage_url,
              privacy_url,
              scopes,
              suspended,
              persona,
              granted_at,
              last_used_at,
            }) => (
              <li
                key={id}
                className="grid grid-cols-1 gap-4 rounded-2xl border border-line bg-surface p-4 shadow-card sm:p-5"
              >
                <div className="flex flex-wrap items-start justify-between gap-3">
                  <div className="flex min-w-0 items-center gap-4">
                    <AppLogo name={name} logo={logo} />
                    <div className="min-w-0">
                      <div className="flex flex-wrap items-center gap-2">
                        <h2 className="font-semibold wrap-anywhere">{name}</h2>
                        {suspended && <Badge tone="danger">{t("suspended")}</Badge>}
                      </div>
                      <p className="text-sm text-muted wrap-anywhere">{t("by", { developer })}</p>
                    </div>
                  </div>
                  <RemoveAppButton id={id} name={name} />
                </div>
                <div className="grid gap-x-8 gap-y-4 text-sm md:grid-cols-[minmax(0,1fr)_8rem_8rem]">
                  <div>
                    <h3 className="mb-1 text-xs text-muted">{t("can")}</h3>
                    <ScopeList scopes={scopes} persona={persona} />
                    {persona && <p className="mt-1 text-muted">{t("persona")}</p>}
                  </div>
                  <div>
                    <h3 className="mb-1 text-xs text-muted">{t("granted")}</h3>
                    <p title={formatTime(granted_at, locale, clock)}>{formatDate(granted_at, locale, clock)}</p>
                  </div>
                  <div>
                    <h3 className="mb-1 text-xs text-muted">{t("last_used")}</h3>
                    <p title={last_used_at === null ? undefined : formatTime(last_used_at, locale, clock)}>
                      {last_used_at === null ? common("never") : formatAgo(last_used_at, locale, now)}
                    </p>
                  </div>
                </div>
                {(homepage_url !== null || privacy_url !== null) && (
                  <p className="flex flex-wrap gap-x-4 text-sm">
                    {homepage_url !== null && (
                      <a href={homepage_url} rel="noreferrer" className="link">
                        {t("homepage")}
                      </a>
                    )}
                    {privacy_url !== null && (
                      <a href={privacy_url} rel="noreferrer" className="link">
                        {t("privacy")}
                      </a>
                    )}
                  </p>
                )}
              </li>
            ),
          )}
        </ul>
      )}
    </>
  )
}
