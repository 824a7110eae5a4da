import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { DeliveryOf } from "@/app/(portal)/webhooks/[id]/deliveries/[delivery]/delivery-of"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("Webhooks"))("deliveries"),
  }
}

async function DeliveryPage({ params }: { params: Promise<{ id: string; delivery: string }> }) {
  const { id: endpoint, delivery } = await params
  return <DeliveryOf app={null} endpoint={endpoint} id={delivery} />
}

export default DeliveryPage
