import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { NewEndpoint } from "@/app/(portal)/webhooks/new/new-endpoint"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("Webhooks"))("add_title"),
  }
}

async function NewAppEndpointPage({ params }: { params: Promise<{ client_id: string }> }) {
  return <NewEndpoint app={(await params).client_id} />
}

export default NewAppEndpointPage
