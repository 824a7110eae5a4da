import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { EndpointOf } from "@/app/(portal)/webhooks/[id]/endpoint-of"

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await getTranslations("Webhooks"))("title"),
  }
}

interface EndpointPageProps {
  params: Promise<{ id: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

async function EndpointPage({ params, searchParams }: EndpointPageProps) {
  return <EndpointOf app={null} id={(await params).id} queryParams={await searchParams} />
}

export default EndpointPage
