import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { NewEndpoint } from "@/app/(portal)/webhooks/new/new-endpoint"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("Webhooks"))("add_title"),
  }
}

function NewEndpointPage() {
  return <NewEndpoint app={null} />
}

export default NewEndpointPage
