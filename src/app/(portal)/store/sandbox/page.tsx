import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { eventsOf, testOrdersOnPage } from "@/app/(portal)/store/order-lists"
import { SandboxView } from "@/app/(portal)/store/sandbox/sandbox-view"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { readersClock } from "@/app/time-zone"
import { requireVisitor } from "@/app/visitor"
import { ORDER_STATUSES } from "@/domain/order-status"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { oneOf, pageOf, withQuery } from "@/ui/query-address"

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations("Sandbox"))("title") })

const SEARCH_MAX = 120

const SandboxPage = async ({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>
}) => {
  const asked = await searchParams
  const [status, page] = [oneOf(ORDER_STATUSES, asked.status), pageOf(asked.page)]
  const q = typeof asked.q === "string" ? asked.q.replaceAll("\0", "").slice(0, SEARCH_MAX) : ""
  await requireVisitor(withQuery("/store/sandbox", { q, status, page }))
  const portal = await portalQueries()
  const { data: store } = await portal.stores.own()
  const orders = store?.handles_orders ? (await portal.sandbox.list(testOrdersOnPage(status, page))).data : []
  const [clock] = await Promise.all([
    readersClock(),
    portal.stores.own.prefetch(),
    ...(store?.handles_orders
      ? [
          portal.sandbox.list.prefetch(testOrdersOnPage(status, page)),
          portal.sandbox.events.prefetch(eventsOf(orders)),
          portal.sandbox.products.prefetch({ q }),
        ]
      : store === null
        ? [portal.stores.invitations.prefetch()]
        : []),
  ])
  return (
    <HydrateClient>
      <ClientMessages
        namespaces={[
          "Sandbox",
          "Store",
          "StorePeople",
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

export default SandboxPage
