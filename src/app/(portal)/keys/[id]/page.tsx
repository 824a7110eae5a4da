import type { Metadata } from "next"
import { getLocale, getTranslations } from "next-intl/server"
import { cache } from "react"
import { KeyClients } from "@/app/(portal)/keys/[id]/key-clients"
import { KeyEvents } from "@/app/(portal)/keys/[id]/key-events"
import { KeyHead } from "@/app/(portal)/keys/[id]/key-head"
import { RecentRequests } from "@/app/(portal)/keys/[id]/recent-requests"
import { firstRequest } from "@/app/(portal)/keys/first-request"
import { ErrorGroups } from "@/app/(portal)/usage/error-groups"
import { IncompleteNotice } from "@/app/(portal)/usage/incomplete-notice"
import { RangeBar } from "@/app/(portal)/usage/range-bar"
import { UsageFigures } from "@/app/(portal)/usage/usage-figures"
import { parseRange, rangeUrl } from "@/app/(portal)/usage/usage-url"
import { orNotFound, portal, requireAccount } from "@/app/current-account"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"

interface KeyPageProps {
  params: Promise<{ id: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

/** A key of the account, also for the hooks of the page's components. Another account's is not found. */
const loadKey = cache(async (id: string) => {
  const { portalKeys } = await portalQueries()
  return (await orNotFound(portalKeys.get.fetch({ id }))).data
})

export async function generateMetadata({ params }: KeyPageProps): Promise<Metadata> {
  const { id } = await params
  await requireAccount(`/keys/${id}`)
  return { title: (await loadKey(id)).name }
}

/** One API key: its usage, errors and clients, its last requests, and what happened to it. */
async function KeyPage({ params, searchParams }: KeyPageProps) {
  const [{ id }, query, timeZone, locale, t] = await Promise.all([
    params,
    searchParams,
    viewerTimeZone(),
    getLocale(),
    getTranslations("KeyPage"),
  ])
  const path = `/keys/${id}`
  const parsed = parseRange(query, timeZone.zone)
  await requireAccount(rangeUrl(path, parsed.range))
  const [caller, queries, key] = await Promise.all([portal(), portalQueries(), loadKey(id)])
  const input = { ...parsed.input, zone: timeZone.zone, key: id }
  const [{ data: usage }, { data: errors }, { data: clients }, { data: requests }] = await Promise.all([
    caller.usage.summary(input),
    caller.usage.errorsBetween(input),
    caller.requestLog.clients({ credential: id, zone: timeZone.zone }),
    caller.requests.list({ credential: id }),
    queries.portalKeys.events.fetch({ id }),
  ])
  // Its requests may be among those that are missing.
  const unused = key.last_used_at === null && requests.length === 0 && usage.incomplete_from === null
  const works = key.status === "active"
  return (
    <HydrateClient>
      <ClientMessages namespaces={["Keys", "KeyPage", "Problems"]}>
        <KeyHead id={id} timeZone={timeZone} baseUrl={env.appUrl} />
        {unused ? (
          <EmptyState
            sentence={t(works ? "unused" : "unused_inactive")}
            action={null}
            {...(works && { snippet: firstRequest(env.appUrl, key.scopes, "$HAAT_KEY") })}
          />
        ) : (
          <>
            <RangeBar path={path} parsed={parsed} zone={timeZone.zone} locale={locale} />
            <IncompleteNotice from={usage.incomplete_from} timeZone={timeZone} locale={locale} />
            {usage.requests === 0 && usage.previous?.requests === 0 ? (
              <p className="rounded-xl border border-dashed border-line-strong px-5 py-8 text-muted">
                {t("no_requests")}
              </p>
            ) : (
              <UsageFigures usage={usage} zone={timeZone.zone} locale={locale} apiKey={id} />
            )}
            <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-2">
              <ErrorGroups
                groups={errors}
                total={usage.errors}
                from={usage.from}
                until={"from" in parsed.range ? usage.until : undefined}
                apiKey={id}
              />
              <KeyClients clients={clients} />
            </div>
            <RecentRequests apiKey={id} requests={requests} timeZone={timeZone} />
          </>
        )}
        <KeyEvents id={id} timeZone={timeZone} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default KeyPage
