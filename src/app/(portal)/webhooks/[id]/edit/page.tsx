import type { Metadata } from "next"
import Link from "next/link"
import { getTranslations } from "next-intl/server"
import { EndpointForm } from "@/app/(portal)/webhooks/endpoint-form"
import { samples } from "@/app/(portal)/webhooks/samples"
import { EndpointBadges } from "@/app/(portal)/webhooks/webhook-badges"
import { orNotFound, portal, requireVisitor } from "@/app/visitor"
import { ClientMessages } from "@/ui/client-messages"
import { PageHeading } from "@/ui/page-heading"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("Webhooks"))("edit_title"),
})

const EditEndpointPage = async ({ params }: { params: Promise<{ id: string }> }) => {
  const { id } = await params
  await requireVisitor(`/webhooks/${id}/edit`)
  const caller = await portal()
  const [t, { data: endpoint }, { data: store }] = await Promise.all([
    getTranslations("Webhooks"),
    orNotFound(caller.webhookEndpoints.get({ id })),
    caller.stores.own(),
  ])
  return (
    <ClientMessages namespaces={["Webhooks", "Problems"]}>
      <Link href={`/webhooks/${id}`} className="link w-fit text-sm">
        {t("to_endpoint")}
      </Link>
      <PageHeading
        title={t("edit_title")}
        lead={
          <span className="flex flex-wrap items-center gap-2 pt-1 text-sm">
            <EndpointBadges livemode={endpoint.livemode} status={endpoint.status} />{" "}
            <span className="wrap-anywhere">{endpoint.url}</span>
          </span>
        }
      />
      <EndpointForm endpoint={endpoint} samples={samples()} seller={store?.handles_orders ?? false} />
    </ClientMessages>
  )
}

export default EditEndpointPage
