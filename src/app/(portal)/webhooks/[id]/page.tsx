import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { deliveryListQuery, parseDeliveryList, periodStart } from "@/app/(portal)/webhooks/[id]/delivery-filter"
import { EndpointView } from "@/app/(portal)/webhooks/[id]/endpoint-view"
import { VerifySnippets } from "@/app/(portal)/webhooks/[id]/verify-snippets"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, orNull, requireAccount } from "@/app/current-account"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { withQuery } from "@/ui/query-url"

interface EndpointPageProps {
  params: Promise<{ id: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

export const generateMetadata = async (): Promise<Metadata> => ({ title: (await getTranslations("Webhooks"))("title") })

const EndpointPage = async ({ params, searchParams }: EndpointPageProps) => {
  const [{ id }, queryParams] = await Promise.all([params, searchParams])
  const list = parseDeliveryList(queryParams)
  await requireAccount(withQuery(`/webhooks/${id}`, deliveryListQuery(list)))
  const { status, type, within, page, perPage } = list
  const input = { endpoint: id, status, type, since: periodStart(within), page, per_page: perPage }
  const portal = await portalQueries()
  const [clock] = await Promise.all([
    viewerTimeZone(),
    orNotFound(portal.webhookDeliveries.list.prefetch(input)),
    portal.portalWebhookEndpoints.deleted.prefetch(),
    // A deleted endpoint still has deliveries.
    orNull(portal.webhookEndpoints.get.prefetch({ id }), "not_found"),
  ])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["Webhooks", "Problems", "Pager", "Table"]}>
        <EndpointView
          id={id}
          list={list}
          input={input}
          clock={clock}
          baseUrl={env.appUrl}
          verifySnippets={<VerifySnippets />}
        />
      </ClientMessages>
    </HydrateClient>
  )
}

export default EndpointPage
