"use client"

import { BackLink } from "@/ui/back-link"
import { useLocale, useTranslations } from "next-intl"
import { AppBadges } from "@/app/(portal)/apps/app-badges"
import { AppLogo } from "@/app/(portal)/apps/app-logo"
import { ReviewHistory } from "@/app/(portal)/apps/review-history"
import { Section } from "@/ui/section"
import { VersionDetails } from "@/app/(portal)/apps/version-details"
import { Checks } from "@/app/(portal)/staff/apps/[client_id]/checks"
import { DecisionForm, type ReviewTemplates } from "@/app/(portal)/staff/apps/[client_id]/decision-form"
import { VersionDifference } from "@/app/(portal)/staff/apps/[client_id]/version-difference"
import type { Locale } from "@/domain/locale"
import type { ViewerTimeZone } from "@/domain/time-zone"
import { pluralValues, formatDate, formatTime } from "@/i18n/format"
import { ButtonLink } from "@/ui/button"
import { Notice } from "@/ui/notice"
import { PageHeading } from "@/ui/page-heading"
import { trpc } from "@/ui/trpc"

interface ReviewViewProps {
  clientId: string
  /** By the developer's language. */
  templates: Record<Locale, ReviewTemplates>
  timeZone: ViewerTimeZone
}

/** An app as its reviewers see it, with the decisions that they can make. */
export function ReviewView({ clientId: client_id, templates, timeZone }: ReviewViewProps) {
  const t = useTranslations("AppReviews")
  const apps = useTranslations("OauthApps")
  const locale = useLocale()
  const [{ data: app }] = trpc.appReviews.get.useSuspenseQuery({ client_id })
  const { live, handed_in: handedIn, draft, owner } = app
  const shown = handedIn ?? live ?? draft
  const approved = live && Object.assign({ ...live }, app.approved_with)
  const changed = handedIn !== null || Object.keys(app.approved_with).length > 0
  const submittedAt = handedIn?.status === "in_review" && !app.own ? handedIn.submitted_at : null
  const decision =
    handedIn === null || submittedAt === null ? null : ({ kind: "version", version: handedIn.id, submittedAt } as const)
  const status = app.suspended_at === null ? (live?.status ?? handedIn?.status ?? "draft") : "suspended"
  return (
    <>
      <BackLink href="/staff">{t("title")}</BackLink>
      {shown && (
        <PageHeading
          title={
            <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <AppLogo name={shown.name} logo={shown.logo} large />
              <span className="min-w-0 wrap-anywhere">{shown.name}</span>
            </span>
          }
          lead={
            <span className="flex flex-wrap items-center gap-2 pt-1 text-sm">
              <AppBadges type={app.type} status={status} update={live && handedIn ? handedIn.status : null} />{" "}
              {t("people", pluralValues(app.people, locale))}
            </span>
          }
        >
          {decision && (
            <ButtonLink href="#decide" className="xl:hidden">
              {t("decide")}
            </ButtonLink>
          )}
        </PageHeading>
      )}
      <div className={`grid grid-cols-1 gap-6 ${decision ? "xl:grid-cols-[minmax(0,1fr)_22rem]" : ""}`}>
        <div className="grid min-w-0 grid-cols-1 content-start gap-6">
          {!live && <Notice tone="info">{t("not_live", pluralValues(app.testers, locale))}</Notice>}
          {app.suspended_at !== null && (
            <Notice tone="danger">
              {t("suspended_since", { when: formatTime(app.suspended_at, locale, timeZone) })}
            </Notice>
          )}
          <dl className="text-sm">
            <dt className="mb-0.5 text-xs text-muted">{t("developer")}</dt>
            <dd className="wrap-anywhere">
              {owner.name} · {owner.email} ·{" "}
              <span className="text-muted">{t("since", { when: formatDate(owner.since, locale, timeZone) })}</span>
            </dd>
          </dl>
          {shown && (
            <Section title={t("checks")}>
              <Checks findings={app.findings} />
            </Section>
          )}
          {approved && shown && changed && (
            <Section title={t("difference")}>
              <VersionDifference before={approved} after={shown} />
            </Section>
          )}
          {shown && (
            <Section title={live && handedIn ? t("after") : t("difference_new")}>
              <VersionDetails version={shown} />
            </Section>
          )}
        </div>
        {decision && (
          <div id="decide" className="scroll-mt-4 xl:sticky xl:top-4 xl:self-start">
            <Section title={t("decide")} lead={t("approve_effect")}>
              <DecisionForm decides={decision} templates={templates[owner.locale]} />
            </Section>
          </div>
        )}
      </div>
      {app.own ? (
        <Notice tone="info">{t("own_note")}</Notice>
      ) : (
        <>
          {app.suspended_at !== null && (
            <Section title={t("reinstate_title")} lead={t("reinstate_effect")}>
              <DecisionForm decides={{ kind: "reinstate", clientId: client_id }} />
            </Section>
          )}
          {app.suspended_at === null && (
            <details>
              <summary className="w-fit rounded-lg py-2 text-sm text-muted hover:text-ink">
                {t("suspend_title")}
              </summary>
              <div className="mt-3">
                <Section title={t("suspend_title")} lead={t("suspend_effect")}>
                  <DecisionForm decides={{ kind: "suspend", clientId: client_id }} />
                </Section>
              </div>
            </details>
          )}
        </>
      )}
      {app.reviews.length > 0 && (
        <Section title={t("history")}>
          <ReviewHistory
            timeZone={timeZone}
            reviews={app.reviews.map((review) => ({
              ...review,
              by: t("by_reviewer", { reviewer: review.reviewer, number: String(review.version) }),
            }))}
          />
        </Section>
      )}
      <p className="font-mono text-xs text-muted wrap-anywhere">
        {apps("client_id")} {client_id}
      </p>
    </>
  )
}
