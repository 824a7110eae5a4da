import type { Metadata } from "next"
import Link from "next/link"
import { getTranslations } from "next-intl/server"
import { EndpointForm } from "@/app/(portal)/webhooks/endpoint-form"
import { samplePayloads } from "@/app/(portal)/webhooks/sample-payloads"
import { HydrateClient, portalQueries } from "@/app/hydration"
import { portalMode, requireAccount } from "@/app/current-account"
import { ClientMessages } from "@/ui/client-messages"
import { PageHeading } from "@/ui/page-heading"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("Webhooks"))("add_title"),
})

const NewEndpointPage = async () => {
  await requireAccount("/webhooks/new")
  const portal = await portalQueries()
  const [t, { data: store }] = await Promise.all([getTranslations("Webhooks"), portal.stores.own()])
  return (
    <HydrateClient>
      <ClientMessages namespaces={["Webhooks", "Problems"]}>
        <Link href="/webhooks" className="link w-fit text-sm">
          {t("all")}
        </Link>
        <PageHeading title={t("add_title")} />
        <EndpointForm
          endpoint={null}
          mode={await portalMode()}
          samples={samplePayloads()}
          seller={store?.handles_orders ?? false}
        />
      </ClientMessages>
    </HydrateClient>
  )
}

export default NewEndpointPage
