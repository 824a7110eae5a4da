"use client"

import Link from "next/link"
import { useLocale, useTranslations } from "next-intl"
import type { ReactNode } from "react"
import { AppActions, DeleteApp } from "@/app/(portal)/apps/[client_id]/app-actions"
import { AppState } from "@/app/(portal)/apps/[client_id]/app-state"
import { Credentials, type ShownSecret } from "@/app/(portal)/apps/[client_id]/credentials"
import { RedirectChecker } from "@/app/(portal)/apps/[client_id]/redirect-checker"
import { TestClient } from "@/app/(portal)/apps/[client_id]/test-client"
import { Testers } from "@/app/(portal)/apps/[client_id]/testers"
import { TryOut } from "@/app/(portal)/apps/[client_id]/try-out"
import { AppBadges } from "@/app/(portal)/apps/app-badges"
import { AppLogo } from "@/app/(portal)/apps/app-logo"
import { ReviewHistory } from "@/app/(portal)/apps/review-history"
import { Section } from "@/ui/section"
import { VersionFacts } from "@/app/(portal)/apps/version-facts"
import type { ViewerTimeZone } from "@/domain/time-zone"
import type { OauthApp } from "@/features/oauth-apps/schema"
import { pluralValues, formatDate, formatTime } from "@/i18n/format"
import { ButtonLink } from "@/ui/button"
import { PageHeading } from "@/ui/page-heading"
import { trpc } from "@/ui/trpc"

interface AppViewProps {
  clientId: string
  clock: ViewerTimeZone
  baseUrl: string
  /** The app's own endpoints. */
  webhooks: ReactNode
}

/** An app as its developer sees it. */
export function AppView({ clientId, clock, baseUrl, webhooks }: AppViewProps) {
  const t = useTranslations("OauthApps")
  const locale = useLocale()
  const [{ data: app }] = trpc.oauthApps.get.useSuspenseQuery({ client_id: clientId })
  const { live, open } = app
  // OAuth requests use the approved version, or else the newest.
  const current = live ?? open
  const shown = (secrets: OauthApp["secrets"]): ShownSecret[] =>
    secrets.map(({ last_four, created_at, expires_at }) => ({
      last_four,
      createdOn: formatDate(created_at, locale, clock),
      until: expires_at === null ? null : formatTime(expires_at, locale, clock),
    }))
  return (
    <>
      <Link href="/apps" className="link w-fit text-sm">
        {t("all")}
      </Link>
      <PageHeading
        title={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <AppLogo name={app.name} logo={app.logo} large />
            <span className="min-w-0 wrap-anywhere">{app.name}</span>
          </span>
        }
        lead={
          <span className="flex flex-wrap items-center gap-2 pt-1 text-sm">
            <AppBadges type={app.type} status={app.status} update={app.update} />{" "}
            {t("people", pluralValues(app.people, locale))}
          </span>
        }
      >
        <AppActions app={app} />
      </PageHeading>
      <AppState app={app} />
      <Section title={t("credentials")}>
        <Credentials clientId={clientId} name={app.name} type={app.type} secrets={shown(app.secrets)} />
      </Section>
      {current && (
        <div className="grid items-start gap-6 xl:grid-cols-2">
          <Section title={t("try")} lead={t("try_lead")}>
            <TryOut
              authorizeUrl={`${baseUrl}/oauth/authorize`}
              clientId={clientId}
              redirectUris={current.redirect_uris}
              scopes={[...current.required_scopes, ...current.optional_scopes]}
            />
          </Section>
          <Section title={t("check")} lead={t("check_hint")}>
            <RedirectChecker redirectUris={current.redirect_uris} anyPort={current.loopback_any_port} />
          </Section>
        </div>
      )}
      <Section title={t("test_client")} lead={t("test_lead")}>
        <TestClient
          app={app}
          secrets={shown(app.test_client?.secrets ?? [])}
          authorizeUrl={`${baseUrl}/oauth/authorize`}
        />
      </Section>
      <div id="webhooks">
        <Section wide title={t("webhooks")} lead={t("webhooks_lead")}>
          {webhooks}
        </Section>
      </div>
      <Section title={t("log")} lead={t("log_lead")}>
        <ButtonLink href={`/apps/${clientId}/log`} className="w-fit">
          {t("log_open")}
        </ButtonLink>
      </Section>
      {open && (
        <Section title={t("details_open", { number: String(open.number) })}>
          <VersionFacts version={open} />
        </Section>
      )}
      {live && (
        <Section title={t("details_live")}>
          <VersionFacts version={live} />
        </Section>
      )}
      <Section title={t("testers")} lead={t("testers_lead")}>
        <Testers clientId={clientId} testers={app.testers} />
      </Section>
      {app.reviews.length > 0 && (
        <Section title={t("history")}>
          <ReviewHistory
            clock={clock}
            reviews={app.reviews.map((review) => ({ ...review, by: t("version", { number: String(review.version) }) }))}
          />
        </Section>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <DeleteApp app={app} />
        <p className="text-sm text-muted">{t("delete_lead")}</p>
      </div>
    </>
  )
}
