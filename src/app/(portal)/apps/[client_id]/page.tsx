import type { Metadata } from "next"
import Link from "next/link"
import { getLocale, getTranslations } from "next-intl/server"
import { AppActions, DeleteApp } from "@/app/(portal)/apps/[client_id]/app-actions"
import { AppState } from "@/app/(portal)/apps/[client_id]/app-state"
import { Credentials } from "@/app/(portal)/apps/[client_id]/credentials"
import { RedirectChecker } from "@/app/(portal)/apps/[client_id]/redirect-checker"
import { Testers } from "@/app/(portal)/apps/[client_id]/testers"
import { TryOut } from "@/app/(portal)/apps/[client_id]/try-out"
import { AppBadges } from "@/app/(portal)/apps/app-badges"
import { AppLogo } from "@/app/(portal)/apps/app-logo"
import { ReviewHistory } from "@/app/(portal)/apps/review-history"
import { Section } from "@/app/(portal)/apps/section"
import { VersionFacts } from "@/app/(portal)/apps/version-facts"
import { readersClock } from "@/app/time-zone"
import { orNotFound, portal, requireVisitor } from "@/app/visitor"
import { counted, formatDate, formatTime } from "@/i18n/format"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { PageHeading } from "@/ui/page-heading"

interface AppPageProps {
  params: Promise<{ client_id: string }>
}

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("OauthApps"))("title"),
})

const AppPage = async ({ params }: AppPageProps) => {
  const { client_id } = await params
  await requireVisitor(`/apps/${client_id}`)
  const caller = await portal()
  const [t, locale, clock, { data: app }] = await Promise.all([
    getTranslations("OauthApps"),
    getLocale(),
    readersClock(),
    orNotFound(caller.oauthApps.get({ client_id })),
  ])
  const { live, open } = app
  // What the protocol goes by: the approved version, and without one the newest.
  const current = live ?? open
  const secrets = app.secrets.map(({ last_four, created_at, expires_at }) => ({
    last_four,
    made: formatDate(created_at, locale, clock),
    until: expires_at === null ? null : formatTime(expires_at, locale, clock),
  }))
  return (
    <ClientMessages namespaces={["OauthApps", "Oauth", "Problems"]}>
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
            {t("people", counted(app.people, locale))}
          </span>
        }
      >
        <AppActions app={app} />
      </PageHeading>
      <AppState app={app} />
      <Section title={t("credentials")}>
        <Credentials clientId={client_id} name={app.name} type={app.type} secrets={secrets} />
      </Section>
      {current && (
        <div className="grid items-start gap-6 xl:grid-cols-2">
          <Section title={t("try")} lead={t("try_lead")}>
            <TryOut
              authorizeUrl={`${env.appUrl}/oauth/authorize`}
              clientId={client_id}
              redirectUris={current.redirect_uris}
              scopes={[...current.required_scopes, ...current.optional_scopes]}
            />
          </Section>
          <Section title={t("check")} lead={t("check_hint")}>
            <RedirectChecker redirectUris={current.redirect_uris} anyPort={current.loopback_any_port} />
          </Section>
        </div>
      )}
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
        <Testers clientId={client_id} testers={app.testers} />
      </Section>
      {app.reviews.length > 0 && (
        <Section title={t("history")}>
          <ReviewHistory
            reviews={app.reviews.map((review) => ({ ...review, by: t("version", { number: String(review.version) }) }))}
          />
        </Section>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <DeleteApp app={app} />
        <p className="text-sm text-muted">{t("delete_lead")}</p>
      </div>
    </ClientMessages>
  )
}

export default AppPage
