"use client"

import { BackLink } from "@/ui/back-link"
import { useLocale, useTranslations } from "next-intl"
import { appTabPath, appTabs } from "@/app/(portal)/apps/[client_id]/app-tab"
import { AppBadges } from "@/app/(portal)/apps/app-badges"
import { AppLogo } from "@/app/(portal)/apps/app-logo"
import { PageTabs } from "@/app/(portal)/page-tabs"
import { pluralValues } from "@/i18n/format"
import { PageHeading } from "@/ui/page-heading"
import { trpc } from "@/ui/trpc"

/** What an app is: its name, status and users, above its tabs. */
export function AppHead({ clientId }: { clientId: string }) {
  const t = useTranslations("OauthApps")
  const locale = useLocale()
  const [{ data: app }] = trpc.oauthApps.get.useSuspenseQuery({ client_id: clientId })
  return (
    <>
      <BackLink href="/apps">{t("title")}</BackLink>
      <PageHeading
        title={
          <span className="flex items-center gap-x-3">
            <AppLogo name={app.name} logo={app.logo} />
            <span className="min-w-0 wrap-anywhere">{app.name}</span>
          </span>
        }
        lead={
          <span className="flex flex-wrap items-center gap-2 pt-1 text-sm">
            <AppBadges type={app.type} status={app.status} update={app.update} />{" "}
            {t("people", pluralValues(app.people, locale))}
          </span>
        }
      />
      <PageTabs
        label={t("tabs")}
        tabs={appTabs(app.type).map((tab) => [appTabPath(clientId, tab), t(`tab_${tab}`)] as const)}
      />
    </>
  )
}
