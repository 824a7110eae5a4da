"use client"

import { useLocale, useTranslations } from "next-intl"
import { appTabPath, appTabs } from "@/app/(portal)/apps/[client_id]/app-tab"
import { AppBadges } from "@/app/(portal)/apps/app-badges"
import { AppLogo } from "@/app/(portal)/apps/app-logo"
import { PageTabs } from "@/app/(portal)/page-tabs"
import { pluralValues } from "@/i18n/format"
import { BackLink } from "@/ui/back-link"
import { trpc } from "@/ui/trpc"

/** What an app is: its name, status and users, above its tabs. */
export function AppHead({ clientId }: { clientId: string }) {
  const t = useTranslations("OauthApps")
  const locale = useLocale()
  const [{ data: app }] = trpc.oauthApps.get.useSuspenseQuery({ client_id: clientId })
  return (
    <div className="-mb-2 grid grid-cols-1 gap-1">
      <BackLink href="/apps">{t("title")}</BackLink>
      <PageTabs
        label={t("tabs")}
        tabs={appTabs(app.type).map((tab) => [appTabPath(clientId, tab), t(`tab_${tab}`)] as const)}
      >
        <div className="flex min-h-11 min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <AppLogo name={app.name} logo={app.logo} small />
          <h1 className="min-w-0 text-xl font-semibold wrap-anywhere">{app.name}</h1>
          <AppBadges type={app.type} status={app.status} update={app.update} />
          <span className="text-muted">{t("people", pluralValues(app.people, locale))}</span>
        </div>
      </PageTabs>
    </div>
  )
}
