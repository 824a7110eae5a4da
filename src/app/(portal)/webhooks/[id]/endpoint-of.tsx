import { deliveryListQuery, parseDeliveryList, periodStart } from "@/app/(portal)/webhooks/[id]/delivery-filter"
import { DeliveryCharts } from "@/app/(portal)/webhooks/[id]/delivery-charts"
import { EndpointView } from "@/app/(portal)/webhooks/[id]/endpoint-view"
import { VerifySnippets } from "@/app/(portal)/webhooks/[id]/verify-snippets"
import { BackToList } from "@/app/(portal)/webhooks/back-to-list"
import { webhooksOwner } from "@/app/(portal)/webhooks/owner"
import { WebhooksOf } from "@/app/(portal)/webhooks/owner-context"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { redirectToLastPage } from "@/app/last-page"
import { viewerTimeZone } from "@/app/viewer-time-zone"
import { orNotFound, orNull, portal, requireAccount } from "@/app/current-account"
import { env } from "@/platform/env"
import { ClientMessages } from "@/ui/client-messages"
import { withQuery } from "@/ui/query-url"

interface EndpointOfProps {
  /** The client ID of the app whose it is; null for the account. */
  app: string | null
  id: string
  queryParams: Record<string, string | string[] | undefined>
}

/** The page of an endpoint. */
export async function EndpointOf({ app, id, queryParams }: EndpointOfProps) {
  const list = parseDeliveryList(queryParams)
  const path = `${webhooksOwner(app).path}/${id}`
  await requireAccount(withQuery(path, deliveryListQuery(list)))
  const { status, type, within, page, perPage } = list
  const input = { endpoint: id, status, type, since: periodStart(within), page, per_page: perPage }
  const [caller, queries] = await orNotFound(Promise.all([portal(app), portalQueries(app)]))
  const [timeZone, { data: statistics }] = await Promise.all([
    viewerTimeZone(),
    orNotFound(caller.portalWebhookDeliveries.statistics({ endpoint: id })),
    orNotFound(queries.portalWebhookDeliveries.list.fetch(input)).then(({ meta }) =>
      redirectToLastPage(path, deliveryListQuery(list), meta),
    ),
    queries.portalWebhookEndpoints.deleted.fetch(),
    // A deleted endpoint still has deliveries.
    orNull(queries.webhookEndpoints.get.fetch({ id }), "not_found"),
  ])
  return (
    <HydrateClient app={app}>
      <ClientMessages namespaces={["Webhooks", "Problems", "Pager", "Table"]}>
        <WebhooksOf app={app}>
          <EndpointView
            id={id}
            back={<BackToList app={app} />}
            list={list}
            input={input}
            timeZone={timeZone}
            baseUrl={env.appUrl}
            charts={<DeliveryCharts statistics={statistics} timeZone={timeZone} />}
            verifySnippets={<VerifySnippets />}
          />
        </WebhooksOf>
      </ClientMessages>
    </HydrateClient>
  )
}
