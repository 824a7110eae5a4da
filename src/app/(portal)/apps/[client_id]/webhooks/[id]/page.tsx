import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { EndpointOf } from "@/app/(portal)/webhooks/[id]/endpoint-of"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("Webhooks"))("title"),
  }
}

interface AppEndpointPageProps {
  params: Promise<{ client_id: string; id: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

async function AppEndpointPage({ params, searchParams }: AppEndpointPageProps) {
  const { client_id, id } = await params
  return <EndpointOf app={client_id} id={id} queryParams={await searchParams} />
}

export default AppEndpointPage
