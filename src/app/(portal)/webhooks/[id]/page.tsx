import type { Metadata } from "next"
import { getTranslations } from "next-intl/server"
import { EndpointOf } from "@/app/(portal)/webhooks/[id]/endpoint-of"

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations("Webhooks"))("title"),
})

interface EndpointPageProps {
  params: Promise<{ id: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}

const EndpointPage = async ({ params, searchParams }: EndpointPageProps) => (
  <EndpointOf app={null} id={(await params).id} queryParams={await searchParams} />
)

export default EndpointPage
