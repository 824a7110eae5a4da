import type { Metadata } from "next"
import { getLocale, getTranslations } from "next-intl/server"
import { ChoiceTabs } from "@/app/(portal)/choice-tabs"
import { Breakdown } from "@/app/(portal)/usage/breakdown"
import { type Group, GROUPS, parseSort } from "@/app/(portal)/usage/breakdown-url"
import { IncompleteNotice } from "@/app/(portal)/usage/incomplete-notice"
import { RangeBar } from "@/app/(portal)/usage/range-bar"
import { UsageFigures } from "@/app/(portal)/usage/usage-figures"
import { parseRange, rangeUrl } from "@/app/(portal)/usage/usage-url"
import { portal, portalMode, requireAccount } from "@/app/current-account"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { ButtonLink } from "@/ui/button"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import { oneOf } from "@/ui/query-url"
import { ExportLink } from "@/ui/table/toolbar"
import { RefreshAfterMutations } from "@/ui/refresh-after-mutations"

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("Usage"))("title") }
}

interface UsagePageProps {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

const PATH = "/usage"

/** The requests of any period, compared with the one before, and by key, endpoint and status. */
async function UsagePage({ searchParams }: UsagePageProps) {
  const renderedAt = Date.now()
  const [query, timeZone, t, locale] = await Promise.all([
    searchParams,
    viewerTimeZone(),
    getTranslations("Usage"),
    getLocale(),
  ])
  const { zone } = timeZone
  const parsed = parseRange(query, zone)
  const by: Group = oneOf(GROUPS, query.by) ?? "endpoint"
  const sort = parseSort(query)
  const more = { by: oneOf(GROUPS, query.by), sort: query.sort === undefined ? undefined : sort }
  await requireAccount(rangeUrl(PATH, parsed.range, more))
  const caller = await portal()
  const [{ data: usage }, { data: credentials }] = await Promise.all([
    caller.usage.summary({ ...parsed.input, zone }),
    caller.requestLog.credentials(),
  ])
  return (
    <ClientMessages namespaces={["Table"]}>
      <RefreshAfterMutations renderedAt={renderedAt} />
      <PageHeading title={t("title")} lead={t("lead")} />
      <RangeBar path={PATH} parsed={parsed} zone={zone} locale={locale} more={more} />
      <IncompleteNotice from={usage.incomplete_from} timeZone={timeZone} locale={locale} />
      {usage.requests === 0 && (usage.previous?.requests ?? 0) === 0 ? (
        <EmptyState sentence={t("empty")} action={<ButtonLink href="/keys">{t("empty_action")}</ButtonLink>} />
      ) : (
        <>
          <UsageFigures usage={usage} zone={zone} locale={locale} />
          <section aria-labelledby="breakdown" className="grid min-w-0 gap-3">
            <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <h2 id="breakdown" className="text-lg font-semibold">
                {t("breakdown")}
              </h2>
              <div className="flex flex-wrap items-center gap-2">
                <ChoiceTabs
                  label={t("by")}
                  choices={GROUPS.map((each) => [each, t(`by_${each}`)] as const)}
                  current={by}
                  href={(other) => rangeUrl(PATH, parsed.range, { ...more, by: other })}
                />
                <ExportLink href={rangeUrl("/usage/export", parsed.range, { ...more, mode: await portalMode() })} />
              </div>
            </div>
            <Breakdown
              by={by}
              usage={usage}
              credentials={credentials}
              range={parsed.range}
              sort={sort}
              sortHref={(other) => rangeUrl(PATH, parsed.range, { ...more, sort: other })}
            />
          </section>
        </>
      )}
    </ClientMessages>
  )
}

export default UsagePage
