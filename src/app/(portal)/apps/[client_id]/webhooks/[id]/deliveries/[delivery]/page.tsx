import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { DeliveryOf } from "@/app/(portal)/webhooks/[id]/deliveries/[delivery]/delivery-of"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("Webhooks"))("deliveries"),
  }
}

async function AppDeliveryPage({ params }: { params: Promise<{ client_id: string; id: string; delivery: string }> }) {
  const { client_id, id: endpoint, delivery } = await params
  return <DeliveryOf app={client_id} endpoint={endpoint} id={delivery} />
}

export default AppDeliveryPage
