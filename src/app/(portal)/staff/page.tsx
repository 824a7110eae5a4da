import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { FoundApps, ReviewQueue } from "@/app/(portal)/staff/review-queue"
import { APP_SEARCH_MAX } from "@/app/(portal)/staff/search-max"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, requireStaff } from "@/app/current-account"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { PageHeading } from "@/ui/page-heading"
import { parsePage, withQuery } from "@/ui/query-url"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("AppReviews"))("title"),
  }
}

async function StaffPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const params = await searchParams
  const q = typeof params.q === "string" ? params.q.replaceAll("\0", "").slice(0, APP_SEARCH_MAX) : ""
  const [waiting, page] = [parsePage(params.waiting), parsePage(params.page)]
  await requireStaff(withQuery("/staff", { q, page, waiting: waiting === 1 ? undefined : waiting }))
  const portal = await portalQueries()
  const [t, timeZone] = await Promise.all([
    getTranslations("AppReviews"),
    viewerTimeZone(),
    orNotFound(portal.appReviews.queue.fetch({ page: waiting })),
    orNotFound(portal.appReviews.find.fetch({ q, page })),
  ])
  const lists = { q, waiting, page, baseUrl: env.appUrl }
  return (
    <HydrateClient>
      <ClientMessages namespaces={["AppReviews", "OauthApps", "Pager", "Table"]}>
        <PageHeading title={t("title")} lead={t("lead")} />
        <ReviewQueue {...lists} timeZone={timeZone} />
        <FoundApps {...lists} />
      </ClientMessages>
    </HydrateClient>
  )
}

export default StaffPage
