import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { testEventsQuery, testOrdersQuery } from "@/app/(portal)/store/order-queries"
import { SandboxView } from "@/app/(portal)/store/sandbox/sandbox-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { portalMode, requireAccount } from "@/app/current-account"
import { ORDER_STATUSES } from "@/domain/order-status"
import { env } from "@/platform/env"
import { buttonClasses } from "@/ui/button-variant"
import { ClientMessages } from "@/ui/client-messages"
import { EmptyState } from "@/ui/empty-state"
import { PageHeading } from "@/ui/page-heading"
import { oneOf, parsePage, withQuery } from "@/ui/query-url"

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations("Sandbox"))("title") })

const SEARCH_MAX = 120

const SandboxPage = async ({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) => {
  const params = await searchParams
  const [status, page] = [oneOf(ORDER_STATUSES, params.status), parsePage(params.page)]
  const q = typeof params.q === "string" ? params.q.replaceAll("\0", "").slice(0, SEARCH_MAX) : ""
  await requireAccount(withQuery("/store/sandbox", { q, status, page }))
  if ((await portalMode()) === "live") return <InSandbox />
  const portal = await portalQueries()
  const { data: orders } = await portal.sandbox.list(testOrdersQuery(status, page))
  const [clock] = await Promise.all([
    viewerTimeZone(),
    portal.storeOrders.store.prefetch(),
    portal.sandbox.list.prefetch(testOrdersQuery(status, page)),
    portal.sandbox.events.prefetch(testEventsQuery(orders)),
    portal.sandbox.products.prefetch({ q }),
  ])
  return (
    <HydrateClient>
      <ClientMessages
        namespaces={[
          "Sandbox",
          "Store",
          "OrderHandling",
          "OrderStatus",
          "OrderTotals",
          "PaymentStatus",
          "Pager",
          "Problems",
        ]}
      >
        <SandboxView q={q} searchMax={SEARCH_MAX} status={status} page={page} clock={clock} baseUrl={env.appUrl} />
      </ClientMessages>
    </HydrateClient>
  )
}

/** Leads from live mode to the sandbox. */
const InSandbox = async () => {
  const t = await getTranslations("Sandbox")
  return (
    <>
      <PageHeading title={t("title")} />
      <EmptyState
        sentence={t("elsewhere")}
        action={
          <a href="/store/sandbox?mode=sandbox" className={buttonClasses("primary")}>
            {t("open")}
          </a>
        }
      />
    </>
  )
}

export default SandboxPage
