"use client"

import { useLocale, useTranslations } from "next-intl"
import { AppLogo } from "@/app/(portal)/apps/app-logo"
import { RemoveAppButton } from "@/app/(portal)/connected-apps/remove-app"
import { ScopeList } from "@/app/(portal)/connected-apps/scope-list"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { ConnectedApp } from "@/features/connected-apps/schema"
import { formatTime } from "@/i18n/format"
import { Badge } from "@/ui/badge"
import type { PaneLinks } from "@/ui/table/pane-links"
import { PaneDetail, PaneDetails, RowPane } from "@/ui/table/row-pane"

interface ConnectedAppPaneProps {
  app: ConnectedApp
  livemode: boolean
  links: PaneLinks
  timeZone: ViewerTimeZone
}

/** An app with access to the account: what it can do, when it got access, and its removal. */
export function ConnectedAppPane({ app, livemode, links, timeZone }: ConnectedAppPaneProps) {
  const t = useTranslations("ConnectedApps")
  const common = useTranslations("Common")
  const locale = useLocale()
  const { name, logo, developer, scopes, persona, suspended, homepage_url: homepage, privacy_url: privacy } = app
  return (
    <RowPane
      id={app.id}
      title={
        <>
          <AppLogo name={name} logo={logo} small />
          <span>{name}</span>
          {suspended && <Badge tone="danger">{t("suspended")}</Badge>}
        </>
      }
      links={links}
    >
      <PaneDetails>
        <PaneDetail name={t("developer")}>{developer}</PaneDetail>
        <PaneDetail name={t("granted")}>{formatTime(app.granted_at, locale, timeZone)}</PaneDetail>
        <PaneDetail name={t("last_used")}>
          {app.last_used_at === null ? common("never") : formatTime(app.last_used_at, locale, timeZone)}
        </PaneDetail>
      </PaneDetails>
      <div className="border-t border-line pt-4 text-sm">
        <h3 className="mb-1 text-muted">{t("permissions")}</h3>
        <ScopeList scopes={scopes} persona={persona} />
        {persona && <p className="mt-1 text-muted">{t("persona")}</p>}
      </div>
      {(homepage !== null || privacy !== null) && (
        <p className="flex flex-wrap gap-x-4 text-sm">
          {homepage !== null && (
            <a href={homepage} rel="noreferrer" className="link">
              {t("homepage")}
            </a>
          )}
          {privacy !== null && (
            <a href={privacy} rel="noreferrer" className="link">
              {t("privacy")}
            </a>
          )}
        </p>
      )}
      <div>
        <RemoveAppButton app={app} livemode={livemode} back={links.back} />
      </div>
    </RowPane>
  )
}
