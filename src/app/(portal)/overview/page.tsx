import type { Metadata } from "next"
import Link from "next/link"
import { getLocale, getTranslations } from "next-intl/server"
import { ChoiceTabs } from "@/app/(portal)/choice-tabs"
import { RateLimits } from "@/app/(portal)/overview/rate-limits"
import { FirstSteps } from "@/app/(portal)/overview/first-steps"
import { ErrorGroups } from "@/app/(portal)/usage/error-groups"
import { UsageFigures } from "@/app/(portal)/usage/usage-figures"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNull, portal, portalMode, requireAccount, requireSession } from "@/app/current-account"
import { USAGE_RANGES } from "@/domain/usage"
import { env } from "@/platform/env"
import { ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import { oneOf, withQuery } from "@/ui/query-url"
import { RefreshAfterMutations } from "@/ui/refresh-after-mutations"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("Overview"))("title") }
}

async function OverviewPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) {
  const renderedAt = Date.now()
  const params = await searchParams
  const range = oneOf(USAGE_RANGES, params.range) ?? "24h"
  const path = withQuery("/overview", { range: oneOf(USAGE_RANGES, params.range) })
  await requireSession(path)
  const [caller, { zone }, mode, t, locale] = await Promise.all([
    portal(),
    viewerTimeZone(),
    portalMode(),
    getTranslations("Overview"),
    getLocale(),
  ])
  const [account, { data: steps }, { data: usage }, { data: errors }, allowances] = await Promise.all([
    requireAccount(path),
    caller.usage.firstSteps(),
    caller.usage.get({ range, zone }),
    caller.usage.errors({ range, zone }),
    // Redis counts them if it is configured, and it may be unavailable.
    orNull(caller.usage.allowances(), "unavailable"),
  ])
  // Before the first key, only the first steps have something to say.
  const begun = steps.key || steps.request || usage.requests > 0
  const limits = allowances && <RateLimits allowances={allowances.data} />
  const first = `curl ${env.appUrl}/v1/me \\\n  -H "Authorization: Bearer $HAAT_KEY"`
  return (
    <ClientMessages namespaces={["Overview", "FirstSteps", "Unverified", "Problems"]}>
      <RefreshAfterMutations renderedAt={renderedAt} />
      <PageHeading title={t("title")}>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <p className="text-xs text-muted">{t("zone", { zone })}</p>
          <Link href={withQuery("/usage", { range })} className="link text-sm">
            {t("details")}
          </Link>
          <ChoiceTabs
            label={t("range")}
            choices={USAGE_RANGES.map((each) => [each, t(`range_${each}`)] as const)}
            current={range}
            href={(other) => withQuery("/overview", { range: other })}
          />
        </div>
      </PageHeading>
      {!(steps.key && steps.request && steps.webhook) && (
        <FirstSteps
          account={account.id}
          steps={steps}
          unverified={account.email_verified ? null : account.email}
          mode={mode}
          baseUrl={env.appUrl}
        />
      )}
      {begun && usage.requests === 0 && (
        <EmptyState
          sentence={t("empty")}
          action={<ButtonLink href="/keys">{t("empty_action")}</ButtonLink>}
          {...(steps.request && { note: t("empty_note"), snippet: first })}
        />
      )}
      {usage.requests > 0 ? (
        <UsageFigures
          usage={usage}
          zone={zone}
          locale={locale}
          beside={
            <>
              <ErrorGroups groups={errors} total={usage.errors} from={usage.steps[0]?.from} stacked />
              {limits}
            </>
          }
        />
      ) : (
        begun && limits
      )}
    </ClientMessages>
  )
}

export default OverviewPage
