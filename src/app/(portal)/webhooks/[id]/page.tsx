import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { parseFilter, periodStart, PERIOD_HOURS, type Period } from "@/app/(portal)/webhooks/[id]/delivery-filter"
import { EndpointView } from "@/app/(portal)/webhooks/[id]/endpoint-view"
import { VerifySnippets } from "@/app/(portal)/webhooks/[id]/verify-snippets"
import { ListFilter } from "@/app/(portal)/webhooks/list-filter"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, orNull, requireAccount } from "@/app/current-account"
import { DELIVERED_TYPES, DELIVERY_STATUSES } from "@/webhooks/deliveries/schema"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { parsePage, withQuery } from "@/ui/query-url"

interface EndpointPageProps {
  params: Promise<{ id: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations("Webhooks"))("title") })

const PER_PAGE = 20

const EndpointPage = async ({ params, searchParams }: EndpointPageProps) => {
  const [{ id }, queryParams] = await Promise.all([params, searchParams])
  const [filter, page] = [parseFilter(queryParams), parsePage(queryParams.page)]
  await requireAccount(withQuery(`/webhooks/${id}`, { ...filter, page }))
  const { status, type, within } = filter
  const query = { endpoint: id, status, type, since: periodStart(within), page, per_page: PER_PAGE }
  const portal = await portalQueries()
  const [t, clock] = await Promise.all([
    getTranslations("Webhooks"),
    viewerTimeZone(),
    orNotFound(portal.webhookDeliveries.list.prefetch(query)),
    portal.portalWebhookEndpoints.deleted.prefetch(),
    // A deleted endpoint still has deliveries.
    orNull(portal.webhookEndpoints.get.prefetch({ id }), "not_found"),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["Webhooks", "Problems", "Pager"]}>
        <EndpointView
          id={id}
          filter={filter}
          query={query}
          clock={clock}
          baseUrl={env.appUrl}
          verifySnippets={<VerifySnippets />}
          filterForm={
            <ListFilter
              path={`/webhooks/${id}`}
              fields={[
                {
                  name: "status",
                  label: t("filter_status"),
                  any: t("filter_all"),
                  value: status,
                  options: DELIVERY_STATUSES.map((each) => [each, t(`delivery_${each}`)]),
                },
                {
                  name: "type",
                  label: t("filter_type"),
                  any: t("any_type"),
                  value: type,
                  options: DELIVERED_TYPES.map((each) => [each, each]),
                },
                {
                  name: "within",
                  label: t("filter_time"),
                  any: t("any_time"),
                  value: within,
                  options: (Object.keys(PERIOD_HOURS) as Period[]).map((each) => [each, t(`within_${each}`)]),
                },
              ]}
            />
          }
        />
      </ClientMessages>
    </HydrateClient>
  )
}

export default EndpointPage
