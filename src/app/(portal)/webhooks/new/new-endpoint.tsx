import { getTranslations } from "next-intl/server"
import { BackToList } from "@/app/(portal)/webhooks/back-to-list"
import { EndpointForm } from "@/app/(portal)/webhooks/endpoint-form"
import { webhooksOwner } from "@/app/(portal)/webhooks/owner"
import { WebhooksOf } from "@/app/(portal)/webhooks/owner-context"
import { samplePayloads } from "@/app/(portal)/webhooks/sample-payloads"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { orNotFound, portalMode, requireAccount } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"
import { PageHeading } from "@/ui/page-heading"

/** The page of a new endpoint. @param app the client ID of the app whose it is; null for the account */
export async function NewEndpoint({ app }: { app: string | null }) {
  await requireAccount(`${webhooksOwner(app).path}/new`)
  const portal = await orNotFound(portalQueries(app))
  const [t] = await Promise.all([getTranslations("Webhooks"), portal.stores.own.fetch()])
  return (
    <HydrateClient app={app}>
      <ClientMessages namespaces={["Webhooks", "Problems"]}>
        <BackToList app={app} />
        <PageHeading title={t("add_title")} />
        <WebhooksOf app={app}>
          <EndpointForm endpoint={null} mode={await portalMode()} samples={samplePayloads(app)} />
        </WebhooksOf>
      </ClientMessages>
    </HydrateClient>
  )
}
